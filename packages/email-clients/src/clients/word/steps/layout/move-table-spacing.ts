import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { elementsIn, findAttribute, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import type { Citation } from '../../../../sources/sources'
import { sides, type Side } from '../paragraphs/paragraph-format'
import { DeclaredValues } from '../values/declared-values'
import { css, parsePixels } from '../values/vml-values'
import { cellsOf } from './cells-of'

const sources = {
  padding:
    'Chuabacca/code-challenge-two, real pictures, 2015-10: 35 px for 15 px above and 20 px below; assumed: more than one row',
  margin:
    'email-bugs 114, 2022-05-12; laravel/framework 21647, 2017-10-13; woocommerce/woocommerce 17362, 2017-10-24; assumed: also around blocks in a cell',
} satisfies Record<string, Citation>

type Values = ReadonlyMap<string, string>

/** Moves a table's padding, and its margins above and below, into each cell. A cell's own padding or margin wins. */
export const moveTableSpacing: Step = (message) => {
  const inline = new InlineDeclarations(message)
  const declared = new DeclaredValues((property) => /^(?:padding|margin)(?:-|$)/.test(property))
  for (const table of elementsIn(message.document)) {
    if (table.tagName !== 'table') continue
    const tableValues = declared.valuesIn(inline.find(table))
    const paddingSides = recordMovedSides(table, tableValues, 'padding', sides)
    const marginSides = recordMovedSides(table, tableValues, 'margin', ['top', 'bottom'])
    if (paddingSides.length + marginSides.length === 0) continue
    const cellpadding = findAttribute(table, 'cellpadding') ?? '1'
    const spacing = { tableValues, paddingSides, marginSides, cellpadding }
    for (const cell of cellsOf(table)) {
      const moved = spacingOfCell(declared.valuesIn(inline.find(cell)), spacing)
      if (moved !== '') inline.add(cell, moved)
    }
    inline.replace(table, /^(?:padding|margin)(?:-|$)/, keptMargins(tableValues, marginSides))
  }
  inline.finish()

  function recordMovedSides<Movable extends Side>(
    table: Tree.Element,
    values: Values,
    property: keyof typeof sources,
    movable: readonly Movable[],
  ): Movable[] {
    const moved = movable.filter((side) => (parsePixels(values.get(`${property}-${side}`)) ?? 0) > 0)
    const kind = { rule: 'table-spacing-in-cells', what: `${property} of <table>`, source: sources[property] }
    return moved.length > 0 && message.changes.record(kind, placeOf(table, 'style')) ? moved : []
  }
}

interface Spacing {
  tableValues: Values
  paddingSides: readonly Side[]
  marginSides: readonly ('top' | 'bottom')[]
  cellpadding: string
}

function spacingOfCell(
  cellValues: Values,
  { tableValues, paddingSides, marginSides, cellpadding }: Spacing,
): string {
  const declarations: string[] = []
  for (const side of sides) {
    const property = `padding-${side}`
    const paddingOfCell = cellValues.get(property)
    const paddingOfTable = paddingSides.includes(side) ? tableValues.get(property) : undefined
    const marginOfTable =
      (side === 'top' || side === 'bottom') && marginSides.includes(side) && !cellValues.has(`margin-${side}`)
        ? parsePixels(tableValues.get(`margin-${side}`))
        : null
    if (marginOfTable !== null) {
      const padding = parsePixels(paddingOfCell ?? paddingOfTable ?? cellpadding) ?? 0
      declarations.push(`${property}:${css(padding + marginOfTable)}px`)
    } else if (paddingOfCell === undefined && paddingOfTable !== undefined) {
      declarations.push(`${property}:${paddingOfTable}`)
    }
  }
  return declarations.join(';')
}

function keptMargins(tableValues: Values, movedSides: readonly string[]): string {
  return sides
    .filter((side) => !movedSides.includes(side))
    .flatMap((side) => {
      const margin = tableValues.get(`margin-${side}`)
      return margin === undefined ? [] : [`margin-${side}:${margin}`]
    })
    .join(';')
}
