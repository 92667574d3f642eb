import type { CheckedHtml, TextPiece } from '../checked-html'
import type { RuleSource } from '../rule'
import type { Span } from '../span'

export interface Preheader {
  /** White space collapsed, filler removed. */
  text: string
  span: Span | null
  isHidden: boolean
}

/** Invisible characters that keep later text out of the inbox's line. */
const filler = /[\p{Cf}\u034F\u2007\u00A0\u00AD]/gu

const maxLength = 1_000

/** Elements that do not end a line. */
const inlineTag = /^(?:a|abbr|b|bdi|bdo|big|em|font|i|mark|s|small|span|strong|sub|sup|u)$/

const clean = ({ text }: TextPiece): string =>
  text.slice(0, maxLength).replace(filler, ' ').replace(/\s+/g, ' ')

export function preheaderOf({ texts }: CheckedHtml): Preheader | null {
  const pieces = preheaderPieces(texts)
  const [first] = pieces
  if (!first) return null
  const text = pieces.map(clean).join('').replace(/\s+/g, ' ').trim()
  return { text, span: first.span, isHidden: first.isHidden }
}

export function preheaderPieces(texts: readonly TextPiece[]): TextPiece[] {
  const at = texts.findIndex(hasWords)
  const first = texts[at]
  if (!first) return []
  const pieces = [first]
  let length = clean(first).length
  for (const piece of texts.slice(at + 1)) {
    const isSameBlock = piece.parent === first.parent || inlineTag.test(piece.parent.tagName)
    if (!isSameBlock || piece.isHidden !== first.isHidden || length > maxLength) break
    pieces.push(piece)
    length += clean(piece).length
  }
  return pieces
}

export const hasWords = (piece: TextPiece): boolean => clean(piece).trim() !== ''

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as a reader counts them, an emoji as one; at most 2,000. */
export const graphemesOf = (text: string): string[] =>
  [...segmenter.segment(text.slice(0, 2 * maxLength))].map(({ segment }) => segment)

export const preheaderSource: RuleSource = {
  title: 'Litmus: the ultimate guide to preview text support',
  url: 'https://www.litmus.com/blog/the-ultimate-guide-to-preview-text-support',
}
