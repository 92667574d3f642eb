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
