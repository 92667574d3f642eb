/** Counted from 1. */
export interface Place {
  line: number
  column: number
}

/** The function takes offsets in ascending order. */
export function placesIn(text: string, start: Place = { line: 1, column: 1 }): (at: number) => Place {
  let line = start.line
  let firstColumn = start.column
  let lineStart = 0
  let lineEnd = text.indexOf('\n')
  return (at) => {
    while (lineEnd >= 0 && lineEnd < at) {
      line += 1
      firstColumn = 1
      lineStart = lineEnd + 1
      lineEnd = text.indexOf('\n', lineStart)
    }
    return { line, column: at - lineStart + firstColumn }
  }
}
