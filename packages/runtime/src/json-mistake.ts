import { visit } from 'jsonc-parser'

/** Characters of a text that is read a second time, which takes up to 100 ns for each while other requests wait. */
const maxReadAgain = 64 * 1024

/**
 * Where a text that `JSON.parse` refused with `error` stops being JSON, and why: `line 3, column 14: Bad control
 * character in string literal`. Lines and columns count from 1, columns in UTF-16 units. Null when that cannot be told.
 * Nothing of the text is repeated.
 */
export function describeJsonMistake(text: string, error: unknown): string | null {
  const { message } = error as Error
  const [, why, position] = /^([^"]+?)(?: in JSON| after JSON)? at position (\d+)/.exec(message) ?? []
  if (why !== undefined) return `${place(text, Number(position))}: ${why}`
  if (message.startsWith('Unexpected end')) return `${place(text, text.length)}: Unexpected end`
  // V8 quotes the text around an unexpected character, which may look like a position, but does not say where it is.
  const offset = text.length > maxReadAgain ? null : findMistake(text)
  return offset === null ? null : `${place(text, offset)}: Unexpected character`
}

function place(text: string, offset: number): string {
  let line = 1
  let lineStart = 0
  for (let index = 0; index < offset; index++) {
    if (text.charCodeAt(index) !== 0x0a) continue
    line++
    lineStart = index + 1
  }
  return `line ${line}, column ${offset - lineStart + 1}`
}

function findMistake(text: string): number | null {
  let first: number | null = null
  const onError = (_code: number, offset: number): void => {
    first ??= offset
  }
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false })
    return first
  } catch (error) {
    // The values are nested too deep for its recursion.
    if (error instanceof RangeError) return null
    throw error
  }
}
