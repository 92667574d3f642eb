import { boxGap, rightToLeft, strip, tick } from './card'
import { distanceOf, type Rgb } from './picture'
import { readPatch, round, type Section } from './section'

/** From where its colour begins, beside the tick, to where it ends. */
export function readBox({ at, rows }: Section, index: number): number | 'cut' | null {
  const y = rows[index] ?? 0
  const edges = findEdges(at, [tick.width + 40, y], at(tick.width + boxGap / 2, y))
  if (!edges) return null
  const { left, right } = edges
  if (right === 'cut') return 'cut'
  return left === 'cut' ? null : round(right - left, 10)
}

/** Stands below its tick. */
export function readRightToLeft({ at, rows }: Section, index: number): number | 'cut' | null {
  const middle = strip.width / 2
  const y = rows[index] ?? 0
  const edges = findEdges(at, [middle, y + tick.height], at(middle, y))
  if (!edges || edges.right === 'cut') return null
  return edges.left === 'cut' ? 'cut' : Math.min(rightToLeft.width, round(edges.right - edges.left, 10))
}

/**
 * Where the colour around a point ends to the left and right; `cut`: not in the picture. Null when it cannot be told
 * from the paper, as a box too small to be seen.
 */
function findEdges(
  at: Section['at'],
  [start, y]: readonly [number, number],
  paper: Rgb | null,
): { left: number | 'cut'; right: number | 'cut' } | null {
  const inside = readPatch(at, [start, y], [3, 3])
  if (!inside || !paper || distanceOf(inside, paper) < 24) return null
  const edgeFrom = (step: number): number | 'cut' => {
    for (let x = start; ; x += step) {
      const here = at(x, y)
      if (!here) return 'cut'
      const beyond = at(x + step * 12, y) ?? here
      // Both: beside an edge a JPEG has rings of other colours.
      if (distanceOf(here, inside) < 24 || distanceOf(beyond, inside) < 24) continue
      // Where the colour is in the middle between that of the box and that 3 px beyond.
      const way = beyond.map((value, channel) => value - (inside[channel] ?? 0))
      const gone = (colour: Rgb): number =>
        way.reduce(
          (sum, value, channel) => sum + value * ((colour[channel] ?? 0) - (inside[channel] ?? 0)),
          0,
        )
      let edge = x - step * 12
      for (let colour = at(edge, y); colour && gone(colour) < gone(beyond) / 2; colour = at(edge, y))
        edge += step / 5
      return edge
    }
  }
  return { left: edgeFrom(-0.25), right: edgeFrom(0.25) }
}
