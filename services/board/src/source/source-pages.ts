import { z } from 'zod'
import { linesOf } from '../picture/source-lines'

/** The page with this number, or else with this line. */
export const sourcePlace = {
  page: z.coerce.number().int().positive().optional(),
  line: z.coerce.number().int().positive().optional(),
}

/** More would take this process too long to write, and a browser to lay out. */
const maxLines = 2_000
const maxCharacters = 256 * 1024

/** A line, or a part of one that is too long for a page. */
export interface SourceLine {
  /** Counted from 1. */
  number: number
  text: string
  /** False for the rest of a line that begins on the page before. */
  isBeginning: boolean
}

export interface SourcePage {
  /** Counted from 1. */
  page: number
  pages: number
  lines: SourceLine[]
  /** Lines of the whole source. */
  lineCount: number
}

interface Start {
  offset: number
  line: number
  isLineStart: boolean
}

/** A number beyond the last page or line leads to the last page. */
export function pageOfSource(
  source: string,
  { page, line }: { page: number | null; line: number | null },
): SourcePage {
  const { starts, lineCount } = pageStarts(source)
  const wanted = page ?? starts.findLastIndex((start) => beginsBy(start, line ?? 1)) + 1
  const number = Math.min(wanted, starts.length)
  const start = starts[number - 1]
  if (!start) throw new Error(`there is no page ${number}`)
  const end = starts[number]
  const texts = linesOf(source.slice(start.offset, end?.offset))
  // The break at the end of the page's last line is not the beginning of another one.
  if (end?.isLineStart) texts.pop()
  return {
    page: number,
    pages: starts.length,
    lineCount,
    lines: texts.map((text, index) => ({
      number: start.line + index,
      text,
      isBeginning: index > 0 || start.isLineStart,
    })),
  }
}

const beginsBy = (start: Start, line: number): boolean =>
  start.line < line || (start.line === line && start.isLineStart)

/** Looks at each character once: a source of a million lines takes a few milliseconds. */
function pageStarts(source: string): { starts: Start[]; lineCount: number } {
  let page: Start = { offset: 0, line: 1, isLineStart: true }
  const starts = [page]
  let line = 1
  let lineStart = 0
  const begin = (offset: number): void => {
    page = { offset, line, isLineStart: offset === lineStart }
    starts.push(page)
  }
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index)
    // A low surrogate is the second half of a character.
    const isInCharacter = code >= 0xdc00 && code <= 0xdfff
    if (index - page.offset >= maxCharacters && !isInCharacter)
      begin(lineStart > page.offset ? lineStart : index)
    if (code !== 0x0a && code !== 0x0d) continue
    if (code === 0x0d && source.charCodeAt(index + 1) === 0x0a) index++
    line++
    lineStart = index + 1
    if (line - page.line === maxLines) begin(lineStart)
  }
  return { starts, lineCount: line }
}
