import { heightOf, widthOf, type Box } from '../geometry'
import type { Pixels } from '../read-picture'

/** A column is empty below this share of the line's highest contrast. */
const emptyShare = 0.3
/** Of the mean gap between words to that between letters. */
const minRatioOfGaps = 1.8
/**
 * A share of the line's height: a space is at least a quarter of the font size, of which a line's ink is 0.7 to 0.95
 * high.
 */
const minWordGapShare = 0.2

interface Gap {
  /** The first column after the gap. */
  end: number
  width: number
}

/** In pixels from the line's left edge. Gaps between words and letters differ in width. */
export function wordStartsIn(pixels: Pixels, line: Box): number[] {
  const gaps = gapsIn(pixels, line)
  const threshold = thresholdOf(gaps.map(({ width }) => width))
  const minWidth = Math.max(2, minWordGapShare * heightOf(line))
  return [0, ...gaps.filter(({ width }) => width > threshold && width >= minWidth).map(({ end }) => end)]
}

function gapsIn(pixels: Pixels, line: Box): Gap[] {
  const contrasts = contrastOfColumns(pixels, line)
  const empty = emptyShare * Math.max(...contrasts)
  const gaps: Gap[] = []
  let width = 0
  for (const [column, contrast] of contrasts.entries()) {
    if (contrast < empty) {
      width++
      continue
    }
    if (width > 0 && width < column) gaps.push({ end: column, width })
    width = 0
  }
  return gaps
}

/** To the line's background. */
function contrastOfColumns({ width, rgb }: Pixels, line: Box): number[] {
  const { left, top, right, bottom } = line
  const pixelAt = (x: number, y: number): readonly [number, number, number] => {
    const at = (y * width + x) * 3
    return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
  }
  // The background is the most frequent colour: a line has more background than ink.
  const counts = new Map<number, number>()
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [red, green, blue] = pixelAt(x, y)
      const colour = (red << 16) | (green << 8) | blue
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  }
  const [background = 0] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])
  return Array.from({ length: widthOf(line) }, (_, column) => {
    let most = 0
    for (let y = top; y < bottom; y++) {
      const [red, green, blue] = pixelAt(left + column, y)
      const contrast =
        Math.abs(red - (background >> 16)) +
        Math.abs(green - ((background >> 8) & 255)) +
        Math.abs(blue - (background & 255))
      most = Math.max(most, contrast)
    }
    return most
  })
}

/** Divides narrow from wide gaps best (Otsu, IEEE Trans. SMC 9, 1979); Infinity when there is one class. */
function thresholdOf(widths: readonly number[]): number {
  const sorted = [...widths].sort((one, other) => one - other)
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  let threshold = Infinity
  let most = 0
  for (let cut = 1; cut < sorted.length; cut++) {
    const [narrow, wide] = [sorted.slice(0, cut), sorted.slice(cut)]
    const ratio = meanOf(wide) / meanOf(narrow)
    const between = narrow.length * wide.length * (meanOf(wide) - meanOf(narrow)) ** 2
    if (sorted[cut] === sorted[cut - 1] || ratio < minRatioOfGaps || between <= most) continue
    most = between
    threshold = sorted[cut - 1] ?? Infinity
  }
  return threshold
}
