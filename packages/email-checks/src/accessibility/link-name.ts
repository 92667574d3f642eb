import { elementsIn, findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan, tagText, wordsOf } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'

/** A screen reader reads out its address. */
export const linkName: Rule = {
  name: 'accessibility/link-name',
  severity: 'error',
  title: 'A link has nothing in it.',
  sources: [wcag('2.4.4', 'link-purpose-in-context')],
  find: function* ({ html }) {
    for (const link of html?.named('a') ?? []) {
      if (findAttribute(link, 'href') === null || findAttribute(link, 'aria-hidden') === 'true') continue
      const hasName = ['aria-label', 'title'].some((name) => (findAttribute(link, name) ?? '').trim() !== '')
      // Pictures have rules of their own.
      if (
        hasName ||
        wordsOf(link) !== '' ||
        elementsIn(link).some(({ tagName }) => /^(?:img|svg|input)$/.test(tagName))
      )
        continue
      yield {
        what: html ? tagText(html, link) : '<a>',
        span: tagSpan(link),
        description: 'The link has neither text nor a picture.',
      }
    }
  },
}
