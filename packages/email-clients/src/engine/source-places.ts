import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Change } from './emulated-document'
import { placeOf } from './html-tree'

/** The attribute in which an element carries its place in the HTML as sent, if `EmulateOptions.marksPlaces` asks. */
export const placeAttribute = 'data-pas-place'

/** The attribute's markup for one element, with a leading space. Empty if a parser or a step added the element. */
export function markOf(element: Tree.Element): string {
  const place = placeOf(element)
  return place ? ` ${placeAttribute}="${place.line}:${place.column}"` : ''
}

/** The place that a value of `placeAttribute` says. Null for a value that `markOf` does not write. */
export function readMark(value: string): Change['where'] {
  const [, line, column] = /^(\d{1,9}):(\d{1,9})$/.exec(value) ?? []
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) }
}
