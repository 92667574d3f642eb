import { elementsIn, findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan, tagText } from '../checked-html'
import { foldedWords } from '../links/folded-words'
import type { Rule } from '../rule'
import { wcag } from '../sources'
import { namelessLinks, nameOfLink } from './link-name'

export const linkName: Rule = {
  name: 'accessibility/link-name',
  severity: 'error',
  title: 'A link has nothing in it.',
  sources: [wcag('2.4.4', 'link-purpose-in-context')],
  find: function* ({ html }) {
    for (const link of namelessLinks(html)) {
      // Pictures have rules of their own.
      if (elementsIn(link).some(({ tagName }) => /^(?:img|svg|input)$/.test(tagName))) continue
      yield {
        what: html ? tagText(html, link) : '<a>',
        span: tagSpan(link),
        description: 'The link has neither text nor a picture.',
      }
    }
  },
}

/** Folded words, in 20 languages. */
const vague = new RegExp(
  `^(?:${[
    'click(?: here)?|here|more|(?:read|learn) more|this link|link',
    'hier(?: klicken)?|klicken sie hier|mehr(?: erfahren)?|weiterlesen',
    'ici|cliquez ici|lire la suite|en savoir plus',
    '(?:haga clic |clic |pulse )?aqui|(?:leer |saber |ver )?mas',
    '(?:clicca )?qui|leggi (?:di piu|tutto)|scopri di piu',
    '(?:clique )?aqui|(?:saiba|leia|ver) mais',
    'klik hier|lees (?:meer|verder)|meer',
    '(?:kliknij )?(?:tutaj|tu)|(?:czytaj |dowiedz sie )?wiecej',
    '(?:klicka )?har|las mer|mer',
    '(?:klik |klikk )?her|laes mere|les mer|mere',
    '(?:klikkaa )?tasta|(?:lue )?lisaa',
    '(?:kliknete )?zde|(?:cist )?vice',
    '(?:kattintson )?ide|itt|tovabb|bovebben',
    '(?:click |apasati )?aici|(?:cititi |afla |vezi )?mai mult',
    '(?:καντε κλικ )?εδω|(?:μαθετε |διαβαστε )?περισσοτερα',
    '(?:buraya )?tikla\\w*|(?:buraya|burada)|daha fazla(?:si)?|devami',
    '(?:нажмите )?(?:здесь|сюда)|(?:читать |узнать )?(?:далее|подробнее|больше)',
    'こちら(?:から)?|ここ(?:をクリック)?|もっと見る|続きを読む|詳しくは(?:こちら)?',
    '여기(?:를)?(?: ?클릭)?|더 ?보기|자세히(?: ?보기)?',
    '(?:点击|點擊|按)?(?:这里|這裡|此处|此處)|(?:了解|查看|阅读|閱讀|瞭解)?更多',
    '(?:اضغط |انقر )?هنا|(?:اقرا |اعرف )?المزيد',
    '(?:לחצו |לחץ |לחצי )?כאן|(?:קרא |קראו |למידע )?(?:עוד|נוסף)',
  ].join('|')})$`,
)

const isVague = (words: string): boolean => vague.test(foldedWords(words))

export const vagueLink: Rule = {
  name: 'accessibility/vague-link',
  severity: 'note',
  title: 'The words of a link do not say where it leads.',
  sources: [wcag('2.4.9', 'link-purpose-link-only')],
  find: function* ({ html }) {
    for (const link of html?.named('a') ?? []) {
      const name = nameOfLink(link)
      if (findAttribute(link, 'href') === null || !isVague(name)) continue
      yield { what: name, span: tagSpan(link), description: 'Name what is behind the link.' }
    }
  },
}

const shape = /<v:(rect|roundrect|oval|shape|image)\b[^<>]{0,4000}>/gi
/** A link or a picture; a shape that only colours a box needs no text. */
const hasContent = /\s(?:href|src)\s*=\s*(?:["']\s*)?[^\s"'>]/i

const maxContentLength = 4_000

function hasText(after: string, name: string): boolean {
  const end = after.toLowerCase().indexOf(`</v:${name.toLowerCase()}`)
  return (
    (end < 0 ? '' : after.slice(0, end))
      // Removes whole tags. A `>` that had to be there would be searched for again from each `<`: quadratic time.
      .replace(/<[^>]*(>?)/g, (tag, close) => (close === '' ? tag : ''))
      .trim() !== ''
  )
}

/** Outlook on Windows shows the shape in place of the HTML's button. */
export const vmlAlt: Rule = {
  name: 'accessibility/vml-alt',
  severity: 'note',
  title: 'A picture or a link of VML has no alternative text.',
  sources: [wcag('1.1.1', 'non-text-content')],
  find: function* ({ html }) {
    for (const { text, start } of html?.comments ?? [])
      for (const { 0: tag, 1: name = '', index } of text.matchAll(shape)) {
        if (!hasContent.test(tag) || /\salt\s*=/i.test(tag)) continue
        if (hasText(text.slice(index + tag.length, index + tag.length + maxContentLength), name)) continue
        yield {
          what: tag.length <= 80 ? tag : `${tag.slice(0, 79)}…`,
          span: { part: 'html', start: start + index, end: start + index + tag.length },
          description: 'The shape has no alt.',
        }
      }
  },
}
