import type { CheckedHtml, TextPiece } from '../checked-html'
import type { Span } from '../span'

/** The first words of an email, which an inbox shows beside the subject. */
export interface Preheader {
  /** With one blank for each stretch of blanks, and without filler. */
  text: string
  span: Span | null
  /** Whether it is written for the inbox alone, hidden in the email. */
  isHidden: boolean
}

/** Characters with which senders push the text that follows out of the inbox's line. */
const filler = /[\p{Cf}\u034F\u2007\u00A0\u00AD]/gu

/** Characters that are read. No list shows more. */
const maxLength = 1_000

/** Blocks whose text is read as one. */
const inline = /^(?:a|abbr|b|bdi|bdo|big|em|font|i|mark|s|small|span|strong|sub|sup|u)$/

const clean = ({ text }: TextPiece): string =>
  text.slice(0, maxLength).replace(filler, ' ').replace(/\s+/g, ' ')

/** The preheader of an email: its first text, hidden or not. Null if the email has no text. */
export function preheaderOf({ texts }: CheckedHtml): Preheader | null {
  const pieces = preheaderPieces(texts)
  const [first] = pieces
  if (!first) return null
  const text = pieces.map(clean).join('').replace(/\s+/g, ' ').trim()
  return { text, span: first.span, isHidden: first.isHidden }
}

/** The pieces of text that are the preheader, in their order. Empty if the email has no text. */
export function preheaderPieces(texts: readonly TextPiece[]): TextPiece[] {
  const at = texts.findIndex(hasWords)
  const first = texts[at]
  if (!first) return []
  const pieces = [first]
  let length = clean(first).length
  for (const piece of texts.slice(at + 1)) {
    const isSameBlock = piece.parent === first.parent || inline.test(piece.parent.tagName)
    if (!isSameBlock || piece.isHidden !== first.isHidden || length > maxLength) break
    pieces.push(piece)
    length += clean(piece).length
  }
  return pieces
}

/** Whether a piece of text has more than blanks and filler. */
export const hasWords = (piece: TextPiece): boolean => clean(piece).trim() !== ''

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of a text as a reader counts them, an emoji as one; of a long text, those at its beginning. */
export const graphemesOf = (text: string): string[] =>
  [...segmenter.segment(text.slice(0, 2 * maxLength))].map(({ segment }) => segment)
