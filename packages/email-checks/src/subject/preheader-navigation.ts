import type { Rule } from '../rule'
import { foldedWords } from '../links/folded-words'
import { isToUnsubscribe } from '../links/unsubscribe'
import { preheaderOf, preheaderSource } from './preheader'

/** Folded words, in 22 languages. */
const toBrowser = new RegExp(
  [
    String.raw`(?:view|read|see|open)\b.{0,40}\b(?:browser|online|web ?(?:page|version|site)?)\b|having trouble|can ?(?:t|not) (?:see|read|view)`,
    'im browser|online ?version|webversion|darstellungsprobleme',
    'dans (?:votre|le) navigateur|version en ligne',
    'en (?:el|su|tu) navegador|version (?:web|online)|nel browser|no (?:seu )?navegador|versao online',
    'in (?:de|uw|je) browser|w przegladarce|i (?:din )?(?:browser|webblasare|nettleser)|selaime(?:ssa|sta|lla)',
    'v prohlizeci|bongeszo|in browser|versiunea (?:online|web)|tarayici|в браузер',
    'περιηγησησ|φυλλομετρητη|(?:στον|σε) browser',
    'ブラウザ|ウェブ(?:版|で)|브라우저|웹(?:에서|으로) ?보기|浏览器|瀏覽器|网页版|網頁版|在线(?:查看|阅读)|線上(?:查看|閱讀)',
    'المتصفح|בדפדפן',
  ].join('|'),
)

export const isNavigation = (words: string): boolean =>
  toBrowser.test(foldedWords(words)) || isToUnsubscribe('', words)

export const preheaderNavigation: Rule = {
  name: 'subject/preheader-navigation',
  severity: 'warning',
  title: 'The preheader is a link for those who cannot read the email.',
  sources: [preheaderSource],
  find: function* ({ html }) {
    const preheader = html && preheaderOf(html)
    if (!preheader || preheader.text.length > 120) return
    if (!isNavigation(preheader.text)) return
    yield {
      what: preheader.text,
      span: preheader.span,
      description: 'An inbox shows these words beside the subject; put a hidden preheader before them.',
    }
  },
}
