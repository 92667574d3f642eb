import { Matrix, solve } from 'ml-matrix'
import type { Point } from './picture'

/** From the card to the picture. */
export type Projection = (point: Point) => Point

/** `miss`: root mean square, in pixels of the picture. */
export interface FittedProjection {
  project: Projection
  missesBy: number
}

/**
 * Fits pairs of points of card and picture by least squares: affine (scales, turns and shears), or with perspective.
 */
export function fitProjection(
  pairs: readonly { card: Point; picture: Point }[],
  { hasPerspective }: { hasPerspective: boolean },
): FittedProjection {
  // Of the size of 1, so that the equations weigh alike.
  const unit = 1_000
  const scaled = pairs.map(({ card, picture }) => [...card, ...picture].map((value) => value / unit))
  const rows = scaled.flatMap(([x = 0, y = 0, u = 0, v = 0]) => [
    [x, y, 1, 0, 0, 0, ...(hasPerspective ? [-u * x, -u * y] : [])],
    [0, 0, 0, x, y, 1, ...(hasPerspective ? [-v * x, -v * y] : [])],
  ])
  const sides = scaled.flatMap(([, , u = 0, v = 0]) => [[u], [v]])
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(
    new Matrix(rows),
    new Matrix(sides),
  ).to1DArray()
  const project: Projection = ([left, top]) => {
    const [x, y] = [left / unit, top / unit]
    const depth = g * x + h * y + 1
    return [((a * x + b * y + c) / depth) * unit, ((d * x + e * y + f) / depth) * unit]
  }
  const squares = pairs.map(({ card, picture }) => {
    const [x, y] = project(card)
    return (x - picture[0]) ** 2 + (y - picture[1]) ** 2
  })
  return { project, missesBy: Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / pairs.length) }
}
