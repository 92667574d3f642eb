import { generate } from 'css-tree'
import { elementsIn, findAttribute, placeOf } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'
import { InlineDeclarations } from '../layout/inline-declarations'

/** What Word keeps free on both sides; it writes so itself into replies (mso-table-lspace:2.25pt). Engineering default. */
const usualSpace = '2.25pt'

/**
 * A table with `align=left` or `right` stands in the text, with some room beside it that `mso-table-lspace` and `mso-table-rspace` set.
 * Behind the steps that restrict margins.
 */
export const spaceAlignedTables: Step = (message) => {
  const inline = new InlineDeclarations(message)
  for (const table of elementsIn(message.document)) {
    if (table.tagName !== 'table' || !table.sourceCodeLocation) continue
    if (!/^(?:left|right)$/i.test(findAttribute(table, 'align')?.trim() ?? '')) continue
    const spaceOf = (name: string): string => {
      const declaration = [...(inline.find(table)?.children ?? [])].findLast(
        (node) => node.type === 'Declaration' && node.property.toLowerCase() === name,
      )
      return declaration?.type === 'Declaration' ? generate(declaration.value) : usualSpace
    }
    const [left, right] = [spaceOf('mso-table-lspace'), spaceOf('mso-table-rspace')]
    inline.add(table, `margin-left:${left};margin-right:${right}`)
    if (/^0(?:px|pt)?$/.test(left) && /^0(?:px|pt)?$/.test(right)) continue
    const source = 'engineering default: Microsoft, Office HTML and XML reference, 2000, mso-table-lspace'
    message.changes.record({ rule: 'aligned-table-spaced', what: `${left} ${right}`, source }, placeOf(table))
  }
  inline.finish()
}
