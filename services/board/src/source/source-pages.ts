import { z } from 'zod'
import { linesOf } from '../picture/source-lines'

/** Members of a query: the page with this number, else the page with this line. */
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
  const requested = page ?? starts.findLastIndex((start) => isAtOrBefore(start, line ?? 1)) + 1
  const number = Math.min(requested, starts.length)
  const start = starts[number - 1]
  if (!start) throw new Error(`there is no page ${number}`)
  const nextStart = starts[number]
  const texts = linesOf(source.slice(start.offset, nextStart?.offset))
  // The line break at the end of the page begins no other line of this page.
  if (nextStart?.isLineStart) texts.pop()
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

const isAtOrBefore = (start: Start, line: number): boolean =>
  start.line < line || (start.line === line && start.isLineStart)

/** Looks at each character once: a source of a million lines takes a few milliseconds. */
function pageStarts(source: string): { starts: Start[]; lineCount: number } {
  let page: Start = { offset: 0, line: 1, isLineStart: true }
  const starts = [page]
  let line = 1
  let lineStart = 0
  const beginPage = (offset: number): void => {
    page = { offset, line, isLineStart: offset === lineStart }
    starts.push(page)
  }
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index)
    // A low surrogate is the second half of a character, which no page may begin with.
    const isInCharacter = code >= 0xdc00 && code <= 0xdfff
    // Breaks before the current line, or within a line that fills the page.
    if (index - page.offset >= maxCharacters && !isInCharacter)
      beginPage(lineStart > page.offset ? lineStart : index)
    if (code !== 0x0a && code !== 0x0d) continue
    if (code === 0x0d && source.charCodeAt(index + 1) === 0x0a) index++
    line++
    lineStart = index + 1
    if (line - page.line === maxLines) beginPage(lineStart)
  }
  return { starts, lineCount: line }
}
