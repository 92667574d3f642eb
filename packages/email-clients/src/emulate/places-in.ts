/** Line and column, from 1, of places in a text that are asked for in ascending order. */
export function placesIn(text: string): (at: number) => { line: number; column: number } {
  let line = 1
  let lineStart = 0
  let lineEnd = text.indexOf('\n')
  return (at) => {
    while (lineEnd >= 0 && lineEnd < at) {
      line += 1
      lineStart = lineEnd + 1
      lineEnd = text.indexOf('\n', lineStart)
    }
    return { line, column: at - lineStart + 1 }
  }
}
