import { visit } from 'jsonc-parser'

/** Reading a text again takes up to 100 ns for each character while other requests wait. */
const maxReadAgain = 64 * 1024

/**
 * Such as `line 3, column 14: Bad control character`; columns from 1, in UTF-16 units. Null when it cannot be told.
 * Repeats nothing of the text.
 */
export function describeJsonMistake(text: string, error: unknown): string | null {
  const { message } = error as Error
  const [, why, position] = /^([^"]+?)(?: in JSON| after JSON)? at position (\d+)/.exec(message) ?? []
  if (why !== undefined) return `${place(text, Number(position))}: ${why}`
  if (message.startsWith('Unexpected end')) return `${place(text, text.length)}: Unexpected end`
  // V8 quotes the text around an unexpected character, but does not say where it is.
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
    // The text is nested too deep for the recursion.
    if (error instanceof RangeError) return null
    throw error
  }
}
