import { elementsIn, findAttribute, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { parsePixels } from '../values/vml-values'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { cellsOf } from './cells-of'

const source =
  'EDMdesigner/modern-html-email-tutorial, lesson10, real pictures of Outlook 2007 and 2010, 2017'

/**
 * `border` draws black lines: around the table in its width, around cells in one pixel, which they share without
 * `cellspacing`. CSS overrides these.
 */
export const drawTableBorders: Step = (message) => {
  const inline = new InlineDeclarations(message)
  for (const element of elementsIn(message.document)) {
    if (element.tagName !== 'table') continue
    const attribute = findAttribute(element, 'border')
    const width = attribute === null ? 0 : attribute.trim() === '' ? 1 : (parsePixels(attribute) ?? 0)
    if (width <= 0) continue
    const color = findAttribute(element, 'bordercolor') ?? 'black'
    if (!/^#?\w{1,24}$/.test(color)) continue
    const isJoined = parsePixels(findAttribute(element, 'cellspacing') ?? '2') === 0
    const lines = `solid ${color}`
    inline.prepend(
      element,
      `border:${Math.min(width, 8)}px ${lines}${isJoined ? ';border-collapse:collapse' : ''}`,
    )
    for (const cell of cellsOf(element)) inline.prepend(cell, `border:1px ${lines}`)
    message.changes.record(
      { rule: 'table-border-black', what: 'border of <table>', source },
      placeOf(element, 'border'),
    )
  }
  inline.finish()
}
