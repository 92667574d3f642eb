import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { css, parsePixels } from '../values/vml-values'
import { DeclaredValues } from '../values/declared-values'
import { InlineDeclarations } from '../../../../engine/inline-declarations'

const source = 'caniemail css-padding note 2, 2019-07'

/** A browser's default is 1 px. */
export const equalizeRowPadding: Step = (message) => {
  const { document, changes } = message
  const inline = new InlineDeclarations(message)
  const declared = new DeclaredValues((property) => property.startsWith('padding'))
  for (const row of elementsIn(document)) {
    if (row.tagName !== 'tr') continue
    const cells = row.childNodes.filter(
      (node): node is Tree.Element => node.nodeName === 'td' || node.nodeName === 'th',
    )
    if (cells.length < 2) continue
    const standard = parsePixels(tableOf(row, 'cellpadding')) ?? 1
    const values = cells.map((cell) => declared.of(inline.find(cell)))
    for (const side of ['top', 'bottom']) {
      const property = `padding-${side}`
      const sizes = values.map((of) => {
        const value = of.get(property)
        return value === undefined ? standard : parsePixels(value)
      })
      const largest = sizes.reduce<number>((known, size) => Math.max(known, size ?? 0), 0)
      const smaller = cells.filter((_, at) => {
        const size = sizes[at]
        return size !== null && size !== undefined && size < largest
      })
      for (const cell of smaller) inline.add(cell, `${property}:${css(largest)}px!important`)
      if (smaller.length > 0) {
        changes.record({ rule: 'row-padding-equal', what: property, source }, placeOf(row), smaller.length)
      }
    }
  }
  inline.finish()
}

function tableOf(row: Tree.Element, attribute: string): string | null {
  const { parentNode } = row
  const table =
    parentNode && parentNode.nodeName !== 'table' && 'parentNode' in parentNode
      ? parentNode.parentNode
      : parentNode
  return table && 'tagName' in table ? findAttribute(table, attribute) : null
}
