import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attributeSpan, declared } from '../checked-html'
import { nearest } from '../nesting'
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
    const sizeOf = nearest(ownSize)
    for (const { text, parent, isHidden } of html?.texts ?? []) {
      // Filler, and marks such as ® beside a word.
      if (isHidden || (text.match(/\p{L}|\p{N}/gu)?.length ?? 0) < 3) continue
      const size = sizeOf(parent)
      if (size === null || size.pixels >= leastPixels || told.has(size.element)) continue
      told.add(size.element)
      yield {
        what: `${size.written}: ${text.trim().replace(/\s+/g, ' ').slice(0, 60)}`,
        span: attributeSpan(size.element, 'style'),
        description: `The text is ${size.written} large.`,
      }
    }
  },
}

/** The size of a text, and the element that sets it. */
interface Size {
  element: Tree.Element
  pixels: number
  written: string
}

/** The size that an element sets: null for one in another unit, undefined if it sets none. */
function ownSize(element: Tree.Element): Size | null | undefined {
  if (/^su[bp]$/.test(element.tagName)) return null
  const written = declared(element, 'font-size')
  if (written === null)
    // The family and the size may be in one declaration.
    return declared(element, 'font') !== null || findAttribute(element, 'size') !== null ? null : undefined
  const [, amount, unit] = /^(\d+(?:\.\d+)?|\.\d+)(px|pt)$/.exec(written) ?? []
  if (amount === undefined) return null
  const pixels = unit === 'pt' ? (Number(amount) * 4) / 3 : Number(amount)
  // None at all is a way to close gaps between columns, or to hide.
  return pixels <= 1 ? null : { element, pixels, written }
}
