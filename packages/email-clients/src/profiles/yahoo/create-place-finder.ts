import type { Change } from '../../emulate/emulated-document'

/** Finds line and column of rising offsets in a text that starts at `start`; all together linear in its length. */
export function createPlaceFinder(text: string, start: Change['where']): (offset: number) => Change['where'] {
  if (!start) return () => null
  let { line, column } = start
  let at = 0
  return (offset) => {
    for (; at < offset; at++) {
      if (text[at] === '\n') {
        line += 1
        column = 1
      } else column += 1
    }
    return { line, column }
  }
}
