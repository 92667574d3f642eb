import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan, wordsOf } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'

const vague =
  /^(?:click(?: here)?|here|more|read more|learn more|this link|link|hier|hier klicken|mehr|mehr erfahren|weiterlesen|ici|cliquez ici|lire la suite|en savoir plus)[\s.!»›>→]*$/i

/** Whether the words of a link say nothing of where it leads. */
export const isVague = (words: string): boolean => vague.test(words)

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
