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
    const ofTable = declared.of(inline.find(table))
    const padding = movedSides(table, ofTable, 'padding', sides)
    const margins = movedSides(table, ofTable, 'margin', ['top', 'bottom'])
    if (padding.length + margins.length === 0) continue
    const spacing = { ofTable, padding, margins, standard: findAttribute(table, 'cellpadding') ?? '1' }
    for (const cell of cellsOf(table)) {
      const added = spacingOf(declared.of(inline.find(cell)), spacing)
      if (added !== '') inline.add(cell, added)
    }
    inline.replace(table, /^(?:padding|margin)(?:-|$)/, keptMargins(ofTable, margins))
  }
  inline.finish()

  function movedSides<Of extends Side>(
    table: Tree.Element,
    values: Values,
    property: keyof typeof sources,
    of: readonly Of[],
  ): Of[] {
    const moved = of.filter((side) => (parsePixels(values.get(`${property}-${side}`)) ?? 0) > 0)
    const kind = { rule: 'table-spacing-in-cells', what: `${property} of <table>`, source: sources[property] }
    return moved.length > 0 && message.changes.record(kind, placeOf(table, 'style')) ? moved : []
  }
}

interface Spacing {
  ofTable: Values
  padding: readonly Side[]
  margins: readonly ('top' | 'bottom')[]
  standard: string
}

function spacingOf(ofCell: Values, { ofTable, padding, margins, standard }: Spacing): string {
  const added: string[] = []
  for (const side of sides) {
    const property = `padding-${side}`
    const own = ofCell.get(property)
    const usual = padding.includes(side) ? ofTable.get(property) : undefined
    const margin =
      (side === 'top' || side === 'bottom') && margins.includes(side) && !ofCell.has(`margin-${side}`)
        ? parsePixels(ofTable.get(`margin-${side}`))
        : null
    if (margin !== null) {
      const inside = parsePixels(own ?? usual ?? standard) ?? 0
      added.push(`${property}:${css(inside + margin)}px`)
    } else if (own === undefined && usual !== undefined) added.push(`${property}:${usual}`)
  }
  return added.join(';')
}

function keptMargins(ofTable: Values, moved: readonly string[]): string {
  return sides
    .filter((side) => !moved.includes(side))
    .flatMap((side) => {
      const margin = ofTable.get(`margin-${side}`)
      return margin === undefined ? [] : [`margin-${side}:${margin}`]
    })
    .join(';')
}
