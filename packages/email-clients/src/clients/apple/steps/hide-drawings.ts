import { findAttribute, isHtmlElement, placeOf, rewriteNodes } from '../../../engine/html-tree'
import type { Message, Step } from '../../../engine/message'
import { assumedLater } from '../assumed-later'

/**
 * Mail on macOS draws inline `<svg>` only if the body has a background.
 *
 * @param isTested whether it is the tested version: Mail 13
 */
export function hideDrawings(isTested: boolean): Step {
  return function hideDrawings(message) {
    const source = assumedLater(
      'caniemail html-svg note 1, 2020-02: needs a background on the body',
      isTested,
    )
    if (hasBodyBackground(message)) return
    rewriteNodes(message.body, (node) => {
      if (!('tagName' in node) || node.tagName !== 'svg' || isHtmlElement(node)) return null
      message.changes.record({ rule: 'drawing-hidden', what: '<svg>', source }, placeOf(node))
      return []
    })
  }
}

function hasBodyBackground({ body, styleBlocks, styleAttributes }: Message): boolean {
  if (findAttribute(body, 'bgcolor') !== null || findAttribute(body, 'background') !== null) return true
  const bodyStyle = styleAttributes.find(({ owners }) => owners.includes(body))
  const isInline = bodyStyle?.list?.children.some(
    (node) => node.type === 'Declaration' && isBackground(node.property),
  )
  if (isInline) return true
  return styleBlocks.some(({ sheet }) =>
    sheet?.children.some(
      (rule) =>
        rule.type === 'Rule' &&
        rule.prelude.type === 'SelectorList' &&
        rule.prelude.children.some(
          (selector) =>
            selector.type === 'Selector' &&
            selector.children.last?.type === 'TypeSelector' &&
            selector.children.last.name.toLowerCase() === 'body',
        ) &&
        rule.block.children.some((node) => node.type === 'Declaration' && isBackground(node.property)),
    ),
  )
}

function isBackground(property: string): boolean {
  return /^background(?:-color|-image)?$/i.test(property)
}
