import type { ChangeKind } from '../../../../engine/change-log'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { css, parsePixels } from '../values/vml-values'
import { DeclaredValues } from '../values/declared-values'
import { InlineDeclarations } from '../../../../engine/inline-declarations'

const source = 'caniemail css-padding note 2, 2019-07'

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
    // A browser's default is 1 px.
    const cellpadding = parsePixels(findTableAttribute(row, 'cellpadding')) ?? 1
    const cellValues = cells.map((cell) => declared.valuesIn(inline.find(cell)))
    for (const side of ['top', 'bottom']) {
      const property = `padding-${side}`
      const sizes = cellValues.map((values) => {
        const padding = values.get(property)
        return padding === undefined ? cellpadding : parsePixels(padding)
      })
      const largest = sizes.reduce<number>((most, size) => Math.max(most, size ?? 0), 0)
      const smallerCells = cells.filter((_, at) => {
        const size = sizes[at]
        return size !== null && size !== undefined && size < largest
      })
      for (const cell of smallerCells) inline.add(cell, `${property}:${css(largest)}px!important`)
      if (smallerCells.length > 0) {
        const kind: ChangeKind = { rule: 'row-padding-equal', what: property, source }
        changes.record(kind, placeOf(row), smallerCells.length)
      }
    }
  }
  inline.finish()
}

function findTableAttribute(row: Tree.Element, name: string): string | null {
  const { parentNode } = row
  const table =
    parentNode && parentNode.nodeName !== 'table' && 'parentNode' in parentNode
      ? parentNode.parentNode
      : parentNode
  return table && 'tagName' in table ? findAttribute(table, name) : null
}
