import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attributeSpan, declared, tagText } from '../checked-html'
import { nearest } from '../nesting'
import type { Rule } from '../rule'
import { wcag } from '../sources'

const leastPixels = 12

/** Reads only `style` attributes, not style sheets. */
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
  isOneRow: true,
  find: function* ({ html }) {
    const reported = new Set<Tree.Element>()
    const sizeOf = nearest(ownSize)
    for (const { text, parent, isHidden } of html?.texts ?? []) {
      // Skips filler, and marks such as ® beside a word.
      if (isHidden || (text.match(/\p{L}|\p{N}/gu)?.length ?? 0) < 3) continue
      const size = sizeOf(parent)
      if (size === null || size.pixels >= leastPixels || reported.has(size.element)) continue
      reported.add(size.element)
      yield {
        what: size.written,
        span: attributeSpan(size.element, 'style'),
        description: `Texts below ${leastPixels}px are hard to read.`,
      }
    }
  },
}

interface Size {
  element: Tree.Element
  pixels: number
  written: string
}

/** Null: not known. Undefined: inherited. */
function ownSize(element: Tree.Element): Size | null | undefined {
  if (/^su[bp]$/.test(element.tagName)) return null
  const written = declared(element, 'font-size')
  if (written === null)
    // `font` may contain the size.
    return declared(element, 'font') !== null || findAttribute(element, 'size') !== null ? null : undefined
  const [, amount, unit] = /^(\d+(?:\.\d+)?|\.\d+)(px|pt)$/.exec(written) ?? []
  if (amount === undefined) return null
  const pixels = unit === 'pt' ? (Number(amount) * 4) / 3 : Number(amount)
  // A size of 0 closes gaps between columns, or hides.
  return pixels <= 1 ? null : { element, pixels, written }
}

export const justified: Rule = {
  name: 'accessibility/justified',
  severity: 'note',
  title: 'A text is justified.',
  sources: [wcag('1.4.8', 'visual-presentation')],
  find: function* ({ html }) {
    for (const element of html?.elements ?? []) {
      const byStyle = declared(element, 'text-align') === 'justify'
      if (!byStyle && findAttribute(element, 'align')?.toLowerCase() !== 'justify') continue
      yield {
        what: html ? tagText(html, element) : element.tagName,
        span: attributeSpan(element, byStyle ? 'style' : 'align'),
        description: 'Align the text to the side at which its lines begin.',
      }
    }
  },
}
