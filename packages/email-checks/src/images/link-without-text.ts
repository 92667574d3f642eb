import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { elementsIn } from '@pas/email-clients/engine/html-tree'
import { tagSpan, wordsOf } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'
import { shownAddress } from '../shown-address'

/** Nobody who hears the email, or has images off, learns where such a link leads. */
export const linkWithoutText: Rule = {
  name: 'images/link-without-text',
  severity: 'error',
  title: 'A link has only a picture whose alternative text is empty.',
  sources: [wcag('2.4.4', 'link-purpose-in-context')],
  find: function* ({ html }) {
    for (const link of html?.named('a') ?? []) {
      if (findAttribute(link, 'href') === null || (findAttribute(link, 'aria-label') ?? '').trim() !== '')
        continue
      const pictures = elementsIn(link).filter(({ tagName }) => tagName === 'img')
      const [first] = pictures
      if (!first || wordsOf(link) !== '') continue
      if (!pictures.every((picture) => findAttribute(picture, 'alt')?.trim() === '')) continue
      yield {
        what: shownAddress(findAttribute(link, 'href') ?? ''),
        span: tagSpan(first),
        description: 'The picture is all that the link has, and its alt is empty; say where the link leads.',
      }
    }
  },
}
