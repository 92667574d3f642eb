import { elementsIn, findAttribute, placeOf, removeAttribute } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'
import type { Citation } from '../../../sources/sources'
import { isLostOnWord } from '../word-dimension'

const image =
  'WPManageNinja/fluent-smtp 426, 2026-08-29; foundation-emails 784, 2017-05-31: Outlook 2010 and 2013'
const cell =
  'foundation-emails 725, 2017-03-08; foundation-emails 726, 2017-03-09: height of a cell, Outlook 2007 to 2013; assumed: later ones'
const assumed = 'foundation-emails 726, 2017-03-09; assumed: all lengths of tables, as a cell has it'

const onTables = { width: assumed, height: assumed } satisfies Record<string, Citation>
const dimensions: Readonly<Record<string, Readonly<Record<string, Citation>>>> = {
  img: { width: image, height: image, border: assumed, hspace: assumed, vspace: assumed },
  table: { ...onTables, border: assumed, cellpadding: assumed, cellspacing: assumed },
  tr: { height: assumed },
  td: { width: assumed, height: cell },
  th: { width: assumed, height: cell },
  col: onTables,
  hr: { width: assumed, size: assumed },
}

export const dropDimensionsWithUnits: Step = ({ document, changes }) => {
  for (const element of elementsIn(document)) {
    for (const [name, source] of Object.entries(dimensions[element.tagName] ?? {})) {
      const value = findAttribute(element, name)
      if (value === null || !isLostOnWord(value)) continue
      const what = `${name}="${value.trim().slice(0, 20)}" of <${element.tagName}>`
      if (changes.record({ rule: 'dimension-with-unit', what, source }, placeOf(element, name)))
        removeAttribute(element, name)
    }
  }
}
