import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan, type CheckedHtml } from '../checked-html'
import { picturesOf } from '../images/picture'
import type { Span } from '../span'
import { graphemesOf, hasWords, preheaderPieces } from '../subject/preheader'

/** What the list of an inbox may show behind a hidden preheader, because that is not long enough. */
export interface WordsAfter {
  /** How many characters of the line, with filler, are before it. */
  offset: number
  words: string
  kind: 'visible' | 'hidden' | 'alt'
  span: Span | null
}

/** The words that follow a hidden preheader. Null if none do, or if the email has no hidden preheader. */
export function wordsAfterPreheader(html: CheckedHtml): WordsAfter | null {
  const preheader = preheaderPieces(html.texts)
  const last = preheader.at(-1)
  if (!last?.isHidden || !last.span) return null
  const { end } = last.span
  const isBehind = ({ span }: { span: Span | null }): boolean => span !== null && span.start >= end
  const behind = html.texts.filter(isBehind)
  const text = behind.find(hasWords)
  const picture = picturesOf(html)
    .map(({ element }) => ({
      words: inLine(findAttribute(element, 'alt') ?? '').trim(),
      span: tagSpan(element),
    }))
    .filter(isBehind)
    .find(({ words }) => words !== '')
  const start = Math.min(text?.span?.start ?? Infinity, picture?.span?.start ?? Infinity)
  const before = [...preheader, ...behind.filter(({ span }) => span !== null && span.start < start)]
  // Not `trim`, which would also remove no-break spaces.
  const line = inLine(before.map((piece) => piece.text).join('')).replace(/^ | $/g, '')
  const offset = graphemesOf(line).length
  if (picture?.span?.start === start) return { ...picture, offset, kind: 'alt' }
  if (!text) return null
  return {
    offset,
    words: inLine(text.text).trim(),
    kind: text.isHidden ? 'hidden' : 'visible',
    span: text.span,
  }
}

/** HTML's blanks are one; filler such as a no-break space keeps its width. */
const inLine = (text: string): string => text.slice(0, 2_000).replace(/[ \t\n\f\r]+/g, ' ')
