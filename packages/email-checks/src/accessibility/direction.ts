import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { declared } from '../checked-html'
import { nearest } from '../nesting'
import type { Rule } from '../rule'
import { htmlStandard } from '../sources'

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/g
const letters = /\p{L}/gu

/** Its marks and numbers are in the wrong place, and its lines begin at the wrong side. */
export const direction: Rule = {
  name: 'accessibility/direction',
  severity: 'warning',
  title: 'A text that is read from right to left does not say so.',
  sources: [htmlStandard('dom', 'the-dir-attribute')],
  find: function* ({ html }) {
    const isSaid = nearest((element) =>
      /^(?:rtl|auto)$/i.test(findAttribute(element, 'dir') ?? '') || declared(element, 'direction') === 'rtl'
        ? true
        : undefined,
    )
    for (const { text, parent, span, isHidden } of html?.texts ?? []) {
      const turned = isHidden ? 0 : (text.match(rightToLeft)?.length ?? 0)
      if (turned === 0 || turned * 2 < (text.match(letters)?.length ?? 0)) continue
      if (isSaid(parent)) continue
      yield {
        what: text.trim().slice(0, 80),
        span,
        description: 'No element around this text has dir="rtl".',
      }
    }
  },
}
