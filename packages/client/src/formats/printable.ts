/**
 * One line that a terminal and a log of CI only show: no control character, no change of the direction of text, and
 * none of the commands (`##[…]`, `##vso[…]`) that agents of CI look for anywhere in a line.
 */
export const printable = (text: string): string =>
  escapeControls(text.replace(/\s+/g, ' ').trim()).replace(/##(?=\w{0,20}\[)/g, '# #')

const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const escapeControls = (text: string): string =>
  text.replace(controls, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

/** JSON that a terminal only shows. Its own line breaks stay. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(controls, (character) =>
    character === '\n' ? character : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )

/** A file's name at the beginning of a line, where `::` would begin a command of GitHub's. */
export const printableFile = (file: string): string => printable(file).replace(/^(?=[:#])/, './')

export const shortened = (text: string, maxCharacters: number): string =>
  text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1)}…`
