import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan, wordsOf } from '../checked-html'
import { foldedWords } from '../links/folded-words'
import type { Rule } from '../rule'
import { wcag } from '../sources'

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

/** Whether the words of a link say nothing of where it leads. */
export const isVague = (words: string): boolean => vague.test(foldedWords(words))

/** Read one after another, such links do not tell themselves apart. */
export const vagueLink: Rule = {
  name: 'accessibility/vague-link',
  severity: 'note',
  title: 'The words of a link do not say where it leads.',
  sources: [wcag('2.4.9', 'link-purpose-link-only')],
  find: function* ({ html }) {
    for (const link of html?.named('a') ?? []) {
      const words = wordsOf(link)
      if (findAttribute(link, 'href') === null || !isVague(words)) continue
      yield { what: words, span: tagSpan(link), description: 'Name what is behind the link.' }
    }
  },
}
