import { walk, type CssNode, type Selector } from 'css-tree'
import { elementsIn, findAttribute } from '../html-tree'
import type { Message } from '../message'

/**
 * Reads `color-scheme` on the root, as Mail does (caniemail css-color-scheme note 1, 2023-09), and in a `<meta>` if the
 * client reads that.
 */
export function supportsDark({ document, body, styleBlocks, styleAttributes, support }: Message): boolean {
  const root = body.parentNode
  const rootAttributes = styleAttributes.filter(({ owners }) => owners.some((owner) => owner === root))
  if (rootAttributes.some(({ list }) => list?.children.some(declaresDark))) return true
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    let found = false
    walk(sheet, {
      visit: 'Rule',
      enter({ prelude, block }) {
        found ||=
          prelude.type === 'SelectorList' &&
          prelude.children.some((selector) => selector.type === 'Selector' && isRoot(selector)) &&
          block.children.some(declaresDark)
      },
    })
    if (found) return true
  }
  if (!support.judge('syntax', 'meta-color-scheme').honoured) return false
  return elementsIn(document).some(
    (element) =>
      element.tagName === 'meta' &&
      /^\s*(?:supported-)?color-schemes?\s*$/i.test(findAttribute(element, 'name') ?? '') &&
      /\bdark\b/i.test(findAttribute(element, 'content') ?? ''),
  )
}

function declaresDark(node: CssNode): boolean {
  if (node.type !== 'Declaration' || node.property.toLowerCase() !== 'color-scheme') return false
  let isDark = false
  walk(node.value, (value) => {
    isDark ||= value.type === 'Identifier' && value.name.toLowerCase() === 'dark'
  })
  return isDark
}

function isRoot({ children }: Selector): boolean {
  const { first } = children
  if (children.size !== 1 || !first) return false
  return (
    (first.type === 'TypeSelector' && first.name.toLowerCase() === 'html') ||
    (first.type === 'PseudoClassSelector' && first.name.toLowerCase() === 'root')
  )
}
