import { visibleText } from '../reports/visible-text'

/**
 * One line that a terminal and a log of CI only show. Agents of CI look for their commands (`##[…]`, `##vso[…]`)
 * anywhere in a line.
 */
export const printable = (text: string, maxCharacters?: number): string =>
  visibleText(text, maxCharacters)
    .trim()
    .replace(/##(?=\w{0,20}\[)/g, '# #')

/** A file's name at the beginning of a line, where `::` would begin a command of GitHub's. */
export const printableFile = (file: string): string => printable(file).replace(/^(?=[:#])/, './')

const hidden = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** JSON has C0 escaped, but not what else a terminal may obey. */
export const printableJson = (json: string): string =>
  json.replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
