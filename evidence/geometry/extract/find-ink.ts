import type { Differences, StrongHorizontalEdge, StrongVerticalEdge } from './find-edges'

/** Least difference (sum over three channels) between a letter and its background. */
const minInk = 66
const maxDashGap = 9
const minDashedLength = 80

/** Pixels of letters and pictures: they differ strongly from a neighbour, and belong to no long straight edge. */
export interface Ink {
  width: number
  height: number
  /** 1 where there is ink, row by row. */
  at: Uint8Array
}

export function inkIn(
  { width, height, down, right }: Differences,
  horizontal: readonly StrongHorizontalEdge[],
  vertical: readonly StrongVerticalEdge[],
): Ink {
  const at = new Uint8Array(width * height)
  for (let pixel = 0; pixel < at.length; pixel++) {
    if ((down[pixel] ?? 0) >= minInk) {
      at[pixel] = 1
      if (pixel + width < at.length) at[pixel + width] = 1
    }
    if ((right[pixel] ?? 0) >= minInk) {
      at[pixel] = 1
      at[pixel + 1] = 1
    }
  }
  for (const { y, left, right: end, strength } of horizontal) {
    // Letters that touch each other also make an edge, which is faint, short and crossed by strokes: those strokes stay
    // ink.
    const mayBeLetters = end - left < 120 && strength < 40
    for (const row of [y - 1, y]) {
      for (let x = left; x < end; x++) {
        const pixel = row * width + x
        if (!mayBeLetters || (right[pixel] ?? 0) < minInk) at[pixel] = 0
      }
    }
  }
  for (const { x, top, bottom } of vertical) {
    for (let y = top; y < bottom; y++) at.fill(0, y * width + x - 1, y * width + x + 1)
  }
  return { width, height, at }
}

/** Takes dashed and dotted horizontal lines out of the ink: thin, long, and no ink beside them. */
export function takeDashedLines({ width, height, at }: Ink): StrongHorizontalEdge[] {
  const edges: StrongHorizontalEdge[] = []
  for (let y = 5; y < height - 5; y++) {
    for (let x = 0; x < width;) {
      if (!at[y * width + x]) {
        x++
        continue
      }
      const start = x
      let last = x
      let count = 0
      for (; x < width && x - last <= maxDashGap; x++) {
        if (!at[y * width + x]) continue
        last = x
        count++
      }
      x = last + 1
      if (last - start < minDashedLength || count < 0.3 * (last - start)) continue
      let beside = 0
      for (let near = start + 4; near < last - 3; near++) {
        beside += (at[(y - 5) * width + near] ?? 0) + (at[(y + 5) * width + near] ?? 0)
      }
      if (beside > 0.04 * (last - start)) continue
      edges.push({ y: y + 0.5, left: start, right: last + 1, strength: 200 })
      for (let row = y - 3; row <= y + 3; row++) at.fill(0, row * width + start, row * width + last + 1)
    }
  }
  return edges
}
