import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { parsePixels } from '../values/vml-values'
import { DeclaredValues } from '../values/declared-values'
import { InlineDeclarations } from '../../../../engine/inline-declarations'

/**
 * Engineering default: Word's space beside aligned tables. Evidence: these stand 3 px to the right in Outlook 2007 to
 * 2013 (Chuabacca/code-challenge-two, 2015); Word writes mso-table-lspace:2.25pt into replies.
 */
const usualSpace = '2.25pt'

/** Must come after the steps that restrict margins. */
export const spaceAlignedTables: Step = (message) => {
  const inline = new InlineDeclarations(message)
  const declared = new DeclaredValues((property) => /^(?:margin|mso-table-[lr]space$)/.test(property))
  for (const table of elementsIn(message.document)) {
    if (table.tagName !== 'table' || !table.sourceCodeLocation) continue
    const align = findAttribute(table, 'align')?.trim().toLowerCase()
    if (align !== 'left' && align !== 'right') continue
    const values = declared.valuesIn(inline.find(table))
    const spaceOf = (side: 'left' | 'right'): string => {
      const margin = values.get(`margin-${side}`)
      const space = values.get(side === 'left' ? 'mso-table-lspace' : 'mso-table-rspace')
      return space ?? (margin !== undefined && (parsePixels(margin) ?? 0) > 0 ? margin : usualSpace)
    }
    const [left, right] = [spaceOf('left'), spaceOf('right')]
    // The table's edge is at the cell's edge. The space moves text away, and without text does not widen the cell.
    const isLeft = align === 'left'
    const textSpace = isLeft ? right : left
    const space = isFollowed(table) ? textSpace : '0'
    inline.add(table, isLeft ? `margin-left:0;margin-right:${space}` : `margin-left:${space};margin-right:0`)
    if ([left, right].every((space) => parsePixels(space) === 0)) continue
    const source = 'engineering default: Microsoft, Office HTML and XML reference, 2000, mso-table-lspace'
    message.changes.record({ rule: 'aligned-table-spaced', what: `${left} ${right}`, source }, placeOf(table))
  }
  inline.finish()
}

function isFollowed(table: Tree.Element): boolean {
  const around = table.parentNode?.childNodes ?? []
  return around
    .slice(around.indexOf(table) + 1)
    .some((node) => 'tagName' in node || ('value' in node && node.value.trim() !== ''))
}
