import { type HorizontalEdge, type VerticalEdge } from '../geometry'
import type { Pixels } from '../read-picture'

/** From each pixel to the one below and the one to its right: sums over red, green and blue. */
export interface Differences {
  width: number
  height: number
  down: Uint16Array
  right: Uint16Array
}

export function differencesIn({ width, height, rgb }: Pixels): Differences {
  const down = new Uint16Array(width * height)
  const right = new Uint16Array(width * height)
  const difference = (one: number, other: number): number =>
    Math.abs((rgb[one] ?? 0) - (rgb[other] ?? 0)) +
    Math.abs((rgb[one + 1] ?? 0) - (rgb[other + 1] ?? 0)) +
    Math.abs((rgb[one + 2] ?? 0) - (rgb[other + 2] ?? 0))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (y < height - 1) down[at] = difference(at * 3, (at + width) * 3)
      if (x < width - 1) right[at] = difference(at * 3, at * 3 + 3)
    }
  }
  return { width, height, down, right }
}

/** `strength`: the mean difference along it. */
export type StrongHorizontalEdge = HorizontalEdge & { strength: number }
export type StrongVerticalEdge = VerticalEdge & { strength: number }

/** In pixels; strokes of letters are shorter. */
const minHorizontalLength = 40
const minVerticalLength = 32
/** Low enough to find a background of #f8f7f0 on white. */
const minDifference = 14

export function horizontalEdgesIn({ width, height, down }: Differences): StrongHorizontalEdge[] {
  const edges: StrongHorizontalEdge[] = []
  for (let y = 0; y < height - 1; y++) {
    for (const { start, end, mean } of runsOf(width, (x) => down[y * width + x] ?? 0)) {
      if (end - start >= minHorizontalLength)
        edges.push({ y: y + 1, left: start, right: end, strength: mean })
    }
  }
  return edges
}

export function verticalEdgesIn({ width, height, right }: Differences): StrongVerticalEdge[] {
  const edges: StrongVerticalEdge[] = []
  for (let x = 0; x < width - 1; x++) {
    for (const { start, end, mean } of runsOf(height, (y) => right[y * width + x] ?? 0)) {
      if (end - start >= minVerticalLength) edges.push({ x: x + 1, top: start, bottom: end, strength: mean })
    }
  }
  return edges
}

function* runsOf(
  length: number,
  differenceAt: (at: number) => number,
): Generator<{ start: number; end: number; mean: number }> {
  for (let at = 0; at < length; at++) {
    const start = at
    let sum = 0
    for (; at < length; at++) {
      const difference = differenceAt(at)
      if (difference < minDifference) break
      sum += difference
    }
    if (at > start) yield { start, end: at, mean: sum / (at - start) }
  }
}

/** Joins the two sides of a border, the rows of a blurred step, and parts that a few pixels separate. */
export function tidyHorizontalEdges(edges: readonly StrongHorizontalEdge[]): HorizontalEdge[] {
  const spans = edges.map(({ y, left, right, strength }) => ({ at: y, start: left, end: right, strength }))
  return tidy(spans, 4).map(({ at, start, end }) => ({ y: at, left: start, right: end }))
}

export function tidyVerticalEdges(edges: readonly StrongVerticalEdge[]): VerticalEdge[] {
  const spans = edges.map(({ x, top, bottom, strength }) => ({ at: x, start: top, end: bottom, strength }))
  return tidy(spans, 6).map(({ at, start, end }) => ({ x: at, top: start, bottom: end }))
}

interface Span {
  at: number
  start: number
  end: number
  strength: number
}

function tidy(spans: readonly Span[], maxGap: number): Omit<Span, 'strength'>[] {
  const neighbours: (Span & { weighted: number; last: number; count: number })[] = []
  for (const span of [...spans].sort((one, other) => one.at - other.at)) {
    const known = neighbours.findLast(
      (other) =>
        Math.abs(other.last - span.at) <= 2 &&
        other.count < 5 &&
        Math.min(other.end, span.end) - Math.max(other.start, span.start) >
          0.6 * Math.min(other.end - other.start, span.end - span.start),
    )
    if (!known) {
      neighbours.push({ ...span, weighted: span.at * span.strength, last: span.at, count: 1 })
      continue
    }
    known.weighted += span.at * span.strength
    known.strength += span.strength
    known.last = span.at
    known.count++
    known.start = Math.min(known.start, span.start)
    known.end = Math.max(known.end, span.end)
  }
  const whole: Omit<Span, 'strength'>[] = []
  const placed = neighbours.map(({ weighted, strength, start, end }) => ({
    at: weighted / strength,
    start,
    end,
  }))
  for (const span of placed.sort((one, other) => one.at - other.at || one.start - other.start)) {
    const before = whole.findLast(
      (other) =>
        Math.abs(other.at - span.at) <= 1.2 &&
        span.start - other.end <= maxGap &&
        span.start - other.end >= -3,
    )
    if (before) before.end = Math.max(before.end, span.end)
    else whole.push({ ...span })
  }
  return whole
}
