import type { Place } from '@pas/email-clients/references/places-in'

export interface Places {
  placeOf: (offset: number) => Place
  /** The end of the text for a place beyond it. */
  offsetOf: (place: Place) => number
}

/** Lines and columns count from 1, columns in UTF-16 code units. */
export function placesOf(text: string): Places {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return {
    placeOf: (offset) => {
      let low = 0
      let high = starts.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle - 1
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
    },
    offsetOf: ({ line, column }) => Math.min(text.length, (starts[line - 1] ?? text.length) + column - 1),
  }
}
