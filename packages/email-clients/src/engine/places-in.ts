interface Place {
  line: number
  column: number
}

/** Line and column of places in a text that are asked for in ascending order; from 1, or from where the text itself `start`s. */
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
