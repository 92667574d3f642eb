import { countChangedPixels, countColours, isSmooth, type PixelsOfLine } from './compare-pixels'
import {
  findTwoColours,
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

/** Null when the text is invisible. */
export type Finding = LineColours | CannotTellReason | null

/**
 * Reads the picture alone, which is enough for nearly all lines. Undefined unless the line's box shows one background,
 * and besides it only mixtures with the text's colour.
 */
export function findInPicture({ box, paint }: TextLine, drawn: PicturePixels): Finding | undefined {
  if (paint.colour === null) return paint.isCutFromBackground ? 'background-varies' : null
  const painted = paintedColour(paint)
  const textOver = painted === null ? null : colourOver(painted)
  return findTwoColours(countColours(drawn, box), textOver)
}

/** `bare`: the same page with transparent texts. Undefined if the text may have its background's colour. */
export function findByComparing(
  line: TextLine,
  drawn: PicturePixels,
  bare: PicturePixels,
): Finding | undefined {
  const painted = paintedColour(line.paint)
  const pixels = countChangedPixels(drawn, bare, line.box, painted)
  if (pixels.text.size === 0) return mayEqualBackground(painted, pixels) ? undefined : 'covered'
  const main = mainColour(pixels.background)
  const textOver = painted !== null && pixels.showsPaint ? colourOver(painted) : null
  if (main !== null) return coloursOf(textOver?.(main) ?? strokeColour(pixels.text, main), main)
  if (textOver === null || !isSmooth(bare, line.box)) return 'background-varies'
  return judgeOverMany(pixels.background, textOver, neededRatio(line))
}

function mayEqualBackground(painted: PaintedColour | null, { background }: PixelsOfLine): boolean {
  if (painted === null) return true
  const main = mainColour(background)
  return main !== null && isNear(colourOver(painted)(main), main)
}

/** For a text that may have its background's colour. `striking`: the same page with all texts in another colour. */
export function findSameColour(line: TextLine, striking: PicturePixels, bare: PicturePixels): Finding {
  const painted = paintedColour(line.paint)
  const pixels = countChangedPixels(striking, bare, line.box, null)
  if (pixels.text.size === 0) return 'covered'
  const main = mainColour(pixels.background)
  if (main === null) return 'background-varies'
  return coloursOf(painted === null ? main : colourOver(painted)(main), main)
}

const colourOver =
  (painted: PaintedColour) =>
  (background: number): number =>
    asNumber(paintOver(painted, channelsOf(background)))
