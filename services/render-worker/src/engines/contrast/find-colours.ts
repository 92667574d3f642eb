import { changedPixels, countColours, isSmooth, type PixelsOfLine } from './compare-pixels'
import {
  colourOfTwo,
  coloursOf,
  isNear,
  judgeOverMany,
  type LineColours,
  mainColour,
  neededRatio,
  strokeColour,
} from './judge-line'
import type { TextLine } from './laid-out-text'
import { asNumber, channelsOf, paintedColour, type PaintedColour, paintOver } from './painted-colour'
import type { PicturePixels } from './picture-pixels'
import type { CannotTellReason } from '@pas/email-checks/measurements'

/** Null when it is not to be seen. */
export type Finding = LineColours | CannotTellReason | null

/**
 * Enough for nearly all: finds one background, and mixtures of it and the text's colour. Undefined if it is not so
 * simple.
 */
export function findInDrawn({ box, paint }: TextLine, drawn: PicturePixels): Finding | undefined {
  if (paint.colour === null) return paint.isCutFromBackground ? 'background-varies' : null
  const painted = paintedColour(paint)
  const textOver = painted === null ? null : overNumber(painted)
  return colourOfTwo(countColours(drawn, box), textOver)
}

/** Undefined if the text may have its background's colour. */
export function findBetween(line: TextLine, drawn: PicturePixels, bare: PicturePixels): Finding | undefined {
  const painted = paintedColour(line.paint)
  const pixels = changedPixels(drawn, bare, line.box, painted)
  if (pixels.text.size === 0) return mayEqualBackground(painted, pixels) ? undefined : 'covered'
  const main = mainColour(pixels.background)
  const textOver = painted !== null && pixels.showsPaint ? overNumber(painted) : null
  if (main !== null) return coloursOf(textOver?.(main) ?? strokeColour(pixels.text, main), main)
  if (textOver === null || !isSmooth(bare, line.box)) return 'background-varies'
  return judgeOverMany(pixels.background, textOver, neededRatio(line))
}

function mayEqualBackground(painted: PaintedColour | null, { background }: PixelsOfLine): boolean {
  if (painted === null) return true
  const main = mainColour(background)
  return main !== null && isNear(overNumber(painted)(main), main)
}

/** A line that no pixel shows may have its background's colour: then another colour shows it. */
export function findSameColour(line: TextLine, striking: PicturePixels, bare: PicturePixels): Finding {
  const painted = paintedColour(line.paint)
  const pixels = changedPixels(striking, bare, line.box, null)
  if (pixels.text.size === 0) return 'covered'
  const main = mainColour(pixels.background)
  if (main === null) return 'background-varies'
  return coloursOf(painted === null ? main : overNumber(painted)(main), main)
}

const overNumber =
  (painted: PaintedColour) =>
  (background: number): number =>
    asNumber(paintOver(painted, channelsOf(background)))
