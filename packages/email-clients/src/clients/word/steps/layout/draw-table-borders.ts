import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { parsePixels } from '../values/vml-values'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { cellsOf } from './cells-of'
import { maxBorderPixels } from './limit-borders'

const source =
  'EDMdesigner/modern-html-email-tutorial, lesson10, real pictures of Outlook 2007 and 2010, 2017'

/**
 * `border` draws black lines: around the table as wide as it says, around cells one pixel wide, which they share
 * without `cellspacing`. CSS overrides these.
 */
export const drawTableBorders: Step = (message) => {
  const inline = new InlineDeclarations(message)
  for (const element of elementsIn(message.document)) {
    if (element.tagName !== 'table') continue
    const width = borderWidthOf(element)
    if (width <= 0) continue
    const color = findAttribute(element, 'bordercolor') ?? 'black'
    if (!/^#?\w{1,24}$/.test(color)) continue
    const isJoined = parsePixels(findAttribute(element, 'cellspacing') ?? '2') === 0
    const lines = `solid ${color}`
    inline.prepend(
      element,
      `border:${Math.min(width, maxBorderPixels)}px ${lines}${isJoined ? ';border-collapse:collapse' : ''}`,
    )
    for (const cell of cellsOf(element)) inline.prepend(cell, `border:1px ${lines}`)
    message.changes.record(
      { rule: 'table-border-black', what: 'border of <table>', source },
      placeOf(element, 'border'),
    )
  }
  inline.finish()
}

function borderWidthOf(table: Tree.Element): number {
  const attribute = findAttribute(table, 'border')
  if (attribute === null) return 0
  return attribute.trim() === '' ? 1 : (parsePixels(attribute) ?? 0)
}
