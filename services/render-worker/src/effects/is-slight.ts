import type { Rect, Region } from '@pas/picture-difference/regions'

/** CSS pixels: a round corner that is square, or two of them above each other. */
const cornerSize = { width: 24, height: 64 }
/** CSS pixels by which what is below stands higher or lower. */
const shiftSize = 3

/** CSS pixels below which an edge is only drawn between other pixels of the screen. */
const edgeSize = 1

/**
 * Whether the pictures differ by so little space that only a comparison shows it, or, without a radius, in corners alone:
 * of another change as small a difference is an icon that is gone.
 */
export function isSlight(regions: readonly Region[], scale: number, isOfRadius: boolean): boolean {
  const isWithin = (size: (rect: Rect) => number, most: number, { base, head }: Region): boolean =>
    Math.max(size(base), size(head)) <= most * scale
  return (
    regions.length > 0 &&
    regions.every((region) =>
      region.kind === 'changed'
        ? isEdge(region.head, scale) ||
          (isOfRadius &&
            isWithin(({ width }) => width, cornerSize.width, region) &&
            isWithin(({ height }) => height, cornerSize.height, region))
        : region.kind !== 'moved' && isWithin(({ height }) => height, shiftSize, region),
    )
  )
}

const isEdge = ({ width, height }: Rect, scale: number): boolean => Math.min(width, height) < edgeSize * scale
