import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'
import { picturesOf } from './picture'

/** Without `alt`, a screen reader reads the address, and a reader with images off sees nothing. */
export const noAlt: Rule = {
  name: 'images/no-alt',
  severity: 'error',
  title: 'A picture has no alternative text.',
  sources: [wcag('1.1.1', 'non-text-content')],
  find: function* ({ html }) {
    for (const { element, address } of picturesOf(html)) {
      if (findAttribute(element, 'alt') !== null || isNoContent(element)) continue
      yield {
        what: address,
        span: tagSpan(element),
        description: 'The picture has no alt; give it a text, or alt="" if it only decorates.',
      }
    }
  },
}

type Element = Parameters<typeof findAttribute>[0]

/** Whether assistive programs are told to pass the picture over, or have its name from elsewhere. */
const isNoContent = (element: Element): boolean =>
  /^(?:presentation|none)$/i.test(findAttribute(element, 'role') ?? '') ||
  findAttribute(element, 'aria-hidden') === 'true' ||
  (findAttribute(element, 'aria-label') ?? '').trim() !== ''
