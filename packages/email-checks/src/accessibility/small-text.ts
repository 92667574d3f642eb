import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attributeSpan, declared, upwards } from '../checked-html'
import type { Rule } from '../rule'

const leastPixels = 12

/** Sizes in the email's own `style` attributes; those of style sheets are not looked up. */
export const smallText: Rule = {
  name: 'accessibility/small-text',
  severity: 'warning',
  title: 'A text is smaller than 12 pixels.',
  sources: [
    {
      title: 'Lighthouse: legible font sizes',
      url: 'https://developer.chrome.com/docs/lighthouse/seo/font-size',
    },
  ],
  find: function* ({ html }) {
    const told = new Set<Tree.Element>()
    for (const { text, parent, isHidden } of html?.texts ?? []) {
      // Filler, and marks such as ® beside a word.
      if (isHidden || (text.match(/\p{L}|\p{N}/gu)?.length ?? 0) < 3) continue
      const sized = sizeOf(parent)
      if (sized === null || sized.pixels >= leastPixels || told.has(sized.element)) continue
      told.add(sized.element)
      yield {
        what: `${sized.written}: ${text.trim().replace(/\s+/g, ' ').slice(0, 60)}`,
        span: attributeSpan(sized.element, 'style'),
        description: `The text is ${sized.written} large.`,
      }
    }
  },
}

/** The size of the text in an element, and the element that sets it. Null if none does in pixels or points. */
function sizeOf(parent: Tree.Element): { element: Tree.Element; pixels: number; written: string } | null {
  for (const element of upwards(parent)) {
    if (/^su[bp]$/.test(element.tagName)) return null
    const written = declared(element, 'font-size')
    if (written === null) {
      // The family and the size may be in one declaration.
      if (declared(element, 'font') !== null || findAttribute(element, 'size') !== null) return null
      continue
    }
    const [, amount, unit] = /^(\d*\.?\d+)(px|pt)$/.exec(written) ?? []
    if (amount === undefined) return null
    const pixels = unit === 'pt' ? (Number(amount) * 4) / 3 : Number(amount)
    // None at all is a way to close gaps between columns, or to hide.
    return pixels <= 1 ? null : { element, pixels, written }
  }
  return null
}
