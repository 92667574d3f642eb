import { walk } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, elementsIn, findAttribute, placeOf, rewriteNodes } from '../html-tree'
import type { Step, StyleBlock } from '../message'
import { parseStyleSheet } from '../parse-css'
import { resolveReference } from '../../references/resolve-reference'

/**
 * Puts the frozen style sheet in place of its `<link>`: the browser would apply all of it. Must precede steps that read
 * styles. Changes are reported at the link.
 */
export const readLinkedStyleSheets: Step = (message) => {
  const linked = new Map<Tree.Element, StyleBlock>()
  for (const link of elementsIn(message.document)) {
    if (link.tagName !== 'link') continue
    const address = resolveReference(findAttribute(link, 'href') ?? '', null)
    const css = address.kind === 'remote' ? message.styleSheet(address.url) : null
    if (css === null) continue
    const media = findAttribute(link, 'media')
    const element = createElement('style', media === null ? {} : { media })
    const { root: sheet, parseError } = parseStyleSheet(css, null)
    const place = placeOf(link) ?? { line: 1, column: 1 }
    if (sheet) {
      walk(sheet, ({ loc }) => {
        if (loc) Object.assign(loc.start, place)
      })
    }
    linked.set(link, { element, css, sheet, parseError })
  }
  if (linked.size === 0) return
  rewriteNodes(message.document, (node) => {
    const block = 'tagName' in node ? linked.get(node) : undefined
    return block ? [block.element] : null
  })
  const blocks = new Map(message.styleBlocks.map((block) => [block.element, block]))
  for (const block of linked.values()) blocks.set(block.element, block)
  message.styleBlocks = elementsIn(message.document).flatMap((element) => blocks.get(element) ?? [])
}
