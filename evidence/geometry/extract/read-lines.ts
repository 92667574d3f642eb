import { heightOf, widthOf, type Box, type TextLine } from '../geometry'
import type { Pixels } from '../read-picture'
import type { Ink } from './find-ink'
import { wordStartsIn } from './find-words'

/** In pixels: a higher heap of ink is not a line of text. */
export const maxLineHeight = 45
/** In pixels; words of text up to 30 px high are nearer to each other. */
const minColumnGap = 10
/** In pixels, between beginnings of lines of one column. */
const columnTolerance = 2
/** So many other lines have to begin at a place for it to count as a column. */
const minLinesInColumn = 2
const minRunGap = 3
/** In pixels. */
export const maxMarkerWidth = 20

/** At rows with little ink between rows with much. */
export function cutIntoRows(ink: Ink, heap: Box): Box[] {
  if (heightOf(heap) <= 20 || heightOf(heap) >= 400) return [heap]
  const profile = inkOfRows(ink, heap, heap)
  const most = Math.max(...profile)
  const cuts: number[] = []
  let peak = 0
  let valley = -1
  for (const [row, count] of profile.entries()) {
    const isNextLine =
      valley >= 0 && count > 0.12 * most && count > 2.6 * (profile[valley] ?? 0) && row - valley >= 2
    if (isNextLine) {
      if (valley - (cuts.at(-1) ?? 0) >= 7) cuts.push(valley)
      peak = count
      valley = -1
    }
    if (count > peak) {
      peak = count
      valley = -1
    } else if (count < 0.35 * peak && (valley < 0 || count < (profile[valley] ?? 0))) valley = row
  }
  if (cuts.length === 0) return [heap]
  const rows = [0, ...cuts].map((start, index) => ({
    ...heap,
    top: heap.top + start,
    bottom: heap.top + (cuts[index] ?? profile.length),
  }))
  if (rows.some((row) => heightOf(row) < 6 || heightOf(row) > 34)) return [heap]
  return rows.map((row) => shrinkSideways(ink, row)).filter((row) => widthOf(row) > 0)
}

/**
 * Cuts texts of table cells that almost touch: before ink that begins where other heaps begin, if the gap before it is
 * wider than a space.
 */
export function cutAtColumns(ink: Ink, heaps: readonly Box[]): Box[] {
  return heaps.flatMap((heap) => {
    const beginsColumn = (x: number): boolean =>
      heaps.filter((other) => other !== heap && Math.abs(other.left - x) <= columnTolerance).length >=
      minLinesInColumn
    const runs = runsIn(ink, heap)
    const cuts = runs.filter((run, index) => {
      const before = runs[index - 1]
      return before && run.left - before.right >= minColumnGap && beginsColumn(run.left)
    })
    if (cuts.length === 0) return [heap]
    return [heap.left, ...cuts.map(({ left }) => left)].map((left, index) =>
      shrinkSideways(ink, { ...heap, left, right: cuts[index]?.left ?? heap.right }),
    )
  })
}

function shrinkSideways({ width, at }: Ink, { top, bottom, ...heap }: Box): Box {
  let left = heap.right
  let right = heap.left
  for (let y = top; y < bottom; y++) {
    for (let x = heap.left; x < heap.right; x++) {
      if (!at[y * width + x]) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
    }
  }
  return { left, top, right, bottom }
}

/** Narrow ink that stands apart before the text is a list marker. */
export function readLine(pixels: Pixels, ink: Ink, heap: Box): TextLine | null {
  const runs = runsIn(ink, heap)
  const [first, second, ...others] = runs
  if (!first) return null
  if (second) {
    const gaps = others
      .map(({ left }, index) => left - (runs[index + 1]?.right ?? left))
      .sort((one, other) => one - other)
    const usualGap = gaps[gaps.length >> 1] ?? 4
    if (widthOf(first) <= maxMarkerWidth && second.left - first.right >= Math.max(7, 1.6 * usualGap)) {
      return { ...lineOf(pixels, ink, heap, [second, ...others]), marker: first.left }
    }
  }
  return lineOf(pixels, ink, heap, runs)
}

type Run = Pick<Box, 'left' | 'right'>

function runsIn({ width, at }: Ink, { left, top, right, bottom }: Box): Run[] {
  const runs: Run[] = []
  for (let x = left; x < right; x++) {
    let hasInk = false
    for (let y = top; y < bottom && !hasInk; y++) hasInk = at[y * width + x] === 1
    if (!hasInk) continue
    const before = runs.at(-1)
    if (before && x - before.right < minRunGap) before.right = x + 1
    else runs.push({ left: x, right: x + 1 })
  }
  return runs
}

function lineOf(pixels: Pixels, ink: Ink, heap: Box, runs: readonly Run[]): TextLine {
  const left = runs[0]?.left ?? 0
  const right = runs.at(-1)?.right ?? 0
  const profile = inkOfRows(ink, heap, { left, right })
  const most = Math.max(...profile)
  const reached = profile.findLastIndex((count) => count >= 0.45 * most)
  const first = profile.findIndex((count) => count > 0)
  const last = profile.findLastIndex((count) => count > 0)
  const box = { left, top: heap.top + first, right, bottom: heap.top + last + 1 }
  return { ...box, baseline: heap.top + reached + 1, wordStarts: wordStartsIn(pixels, box) }
}

function inkOfRows(
  { width, at }: Ink,
  { top, bottom }: Pick<Box, 'top' | 'bottom'>,
  { left, right }: Pick<Box, 'left' | 'right'>,
): number[] {
  return Array.from({ length: bottom - top }, (_, row) => {
    let count = 0
    for (let x = left; x < right; x++) count += at[(top + row) * width + x] ?? 0
    return count
  })
}

/** A bullet too far from its text to be in one heap with it becomes the marker of the line on its right. */
export function giveMarkersToLines(lines: readonly TextLine[]): TextLine[] {
  const markers = new Set<TextLine>()
  for (const marker of lines) {
    if (widthOf(marker) > maxMarkerWidth) continue
    const line = lines.find(
      (other) =>
        other !== marker &&
        !markers.has(other) &&
        other.marker === undefined &&
        other.left > marker.right &&
        other.left - marker.right < 36 &&
        widthOf(other) > maxMarkerWidth &&
        marker.bottom > other.top &&
        marker.top < other.bottom,
    )
    if (!line) continue
    line.marker = marker.left
    markers.add(marker)
  }
  return lines.filter((line) => !markers.has(line))
}
