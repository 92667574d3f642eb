import { heightOf, joined, overlapSideways, overlapUpright, widthOf, type Box } from '../geometry'
import type { Ink } from './find-ink'
import type { StrongVerticalEdge } from './find-edges'

/** In pixels: letters of one line are nearer, also across a space. */
const maxGapInLine = 12

/** Boxes of ink that belongs together: lines of text, pictures, or parts of them. */
export function heapsIn(ink: Ink): Box[] {
  return joinParts(connectedBoxes(ink))
}

/** After horizontal gaps up to `maxGapInLine` are closed. */
function connectedBoxes({ width, height, at }: Ink): Box[] {
  interface Run {
    start: number
    end: number
    id: number
  }
  const parents: number[] = []
  const boxes: Box[] = []
  const rootOf = (id: number): number => {
    let root = id
    for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) root = parent
    parents[id] = root
    return root
  }
  let above: Run[] = []
  for (let y = 0; y < height; y++) {
    const runs: Run[] = []
    for (let x = 0; x < width; x++) {
      if (!at[y * width + x]) continue
      const before = runs.at(-1)
      if (before && x - before.end <= maxGapInLine) before.end = x + 1
      else runs.push({ start: x, end: x + 1, id: 0 })
    }
    for (const run of runs) {
      run.id = parents.length
      parents.push(run.id)
      boxes.push({ left: run.start, top: y, right: run.end, bottom: y + 1 })
      for (const other of above) {
        if (other.start <= run.end && other.end >= run.start) parents[rootOf(run.id)] = rootOf(other.id)
      }
    }
    above = runs
  }
  const heaps = new Map<number, Box[]>()
  boxes.forEach((box, id) => {
    const root = rootOf(id)
    const heap = heaps.get(root)
    if (heap) heap.push(box)
    else heaps.set(root, [box])
  })
  return [...heaps.values()].map(boundsOf)
}

/** Accents, dots, underlines and parts of pictures, to the box to which they belong. */
function joinParts(boxes: Box[]): Box[] {
  const parts = [...boxes]
  for (;;) {
    parts.sort((one, other) => one.top - other.top || one.left - other.left)
    const pair = findPair(parts)
    if (!pair) return parts
    const [index, otherIndex] = pair
    const [one, other] = [parts[index], parts[otherIndex]]
    if (!one || !other) return parts
    parts[index] = joined([one, other])
    parts.splice(otherIndex, 1)
  }
}

function findPair(parts: readonly Box[]): [number, number] | null {
  for (const [index, one] of parts.entries()) {
    for (let otherIndex = index + 1; otherIndex < parts.length; otherIndex++) {
      const other = parts[otherIndex]
      if (!other || other.top > one.bottom + 3) break
      if (belongTogether(one, other)) return [index, otherIndex]
    }
  }
  return null
}

function belongTogether(one: Box, other: Box): boolean {
  const sideways = overlapSideways(one, other)
  const upright = overlapUpright(one, other)
  const lower = Math.min(heightOf(one), heightOf(other))
  const higher = Math.max(heightOf(one), heightOf(other))
  const isBeside = sideways > -3 && upright > 0.4 * lower && (sideways > 0 || lower > 4)
  const isAccentOrUnderline = sideways > 0 && lower <= 4 && upright >= -3 && higher <= 45
  return isBeside || isAccentOrUnderline
}

/** At least four dashes below each other. */
export function takeUprightDashes(heaps: readonly Box[]): { rest: Box[]; edges: StrongVerticalEdge[] } {
  const dashes = heaps
    .filter((box) => widthOf(box) <= 7 && heightOf(box) >= 4 && heightOf(box) <= 16)
    .sort((one, other) => one.left - other.left || one.top - other.top)
  const used = new Set<Box>()
  const edges: StrongVerticalEdge[] = []
  for (const dash of dashes) {
    if (used.has(dash)) continue
    const line = dashes.filter((other) => !used.has(other) && Math.abs(other.left - dash.left) <= 1)
    if (line.length < 4) continue
    const { top, bottom } = joined(line)
    const dashed = line.reduce((sum, other) => sum + heightOf(other), 0)
    if (dashed < 0.35 * (bottom - top)) continue
    for (const other of line) used.add(other)
    edges.push({ x: (dash.left + dash.right) / 2, top, bottom, strength: 200 })
  }
  return { rest: heaps.filter((box) => !used.has(box)), edges }
}

/** As `joined`, for more boxes than a call can take as arguments. */
function boundsOf(boxes: readonly Box[]): Box {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { left, top, right, bottom } of boxes) {
    bounds.left = Math.min(bounds.left, left)
    bounds.top = Math.min(bounds.top, top)
    bounds.right = Math.max(bounds.right, right)
    bounds.bottom = Math.max(bounds.bottom, bottom)
  }
  return bounds
}
