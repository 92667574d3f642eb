import { distanceOf, type Point, type Rgb } from './picture'

/** Between two strips. Its left top corner is that of the strip above. */
export interface Section {
  /** Pixels of the picture per CSS pixel. */
  scale: number
  /** Corrected; null outside of the picture. */
  at: (x: number, y: number) => Rgb | null
  /** Centres of the rows' ticks. */
  rows: number[]
}

/** The mean around a point. Null when it is not even there, or outside of the picture. */
export function readPatch(
  at: (x: number, y: number) => Rgb | null,
  [x, y]: Point,
  [across, down]: Point,
): Rgb | null {
  const seen: Rgb[] = []
  for (let dy = -1; dy <= 1; dy += 0.25) {
    for (let dx = -1; dx <= 1; dx += 0.25) {
      const colour = at(x + dx * across, y + dy * down)
      if (!colour) return null
      seen.push(colour)
    }
  }
  const mean = [0, 1, 2].map(
    (channel) => seen.reduce((sum, one) => sum + (one[channel] ?? 0), 0) / seen.length,
  )
  const [red = 0, green = 0, blue = 0] = mean
  const spread = Math.sqrt(
    seen.reduce((sum, one) => sum + distanceOf(one, [red, green, blue]) ** 2, 0) / seen.length,
  )
  return spread > 14 ? null : [red, green, blue]
}

/** To so many parts of one. */
export const round = (value: number, parts: number): number => Math.round(value * parts) / parts
