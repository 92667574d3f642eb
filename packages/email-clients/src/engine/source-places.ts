import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Change } from './emulated-document'
import { placeOf } from './html-tree'

/** Carries an element's place in the HTML as sent (`EmulateOptions.marksPlaces`). */
export const placeAttribute = 'data-pas-place'

/** With a leading space. Empty if a parser or a step added the element. */
export function markOf(element: Tree.Element): string {
  const place = placeOf(element)
  return place ? ` ${placeAttribute}="${place.line}:${place.column}"` : ''
}

export function readMark(value: string): Change['where'] {
  const [, line, column] = /^(\d{1,9}):(\d{1,9})$/.exec(value) ?? []
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) }
}
