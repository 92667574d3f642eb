import type { Rect, Region } from '@pas/picture-difference/regions'

/** CSS pixels: a round corner that is square, or two of them above each other. */
const cornerSize = { width: 24, height: 64 }
/** CSS pixels by which what is below stands higher or lower. */
const shiftSize = 3

/** Whether the pictures differ in corners alone, or by so little space that only a comparison shows it. */
export function isSlight(regions: readonly Region[], scale: number): boolean {
  const isWithin = (size: (rect: Rect) => number, most: number, { base, head }: Region): boolean =>
    Math.max(size(base), size(head)) <= most * scale
  return (
    regions.length > 0 &&
    regions.every((region) =>
      region.kind === 'changed'
        ? isWithin(({ width }) => width, cornerSize.width, region) &&
          isWithin(({ height }) => height, cornerSize.height, region)
        : region.kind !== 'moved' && isWithin(({ height }) => height, shiftSize, region),
    )
  )
}
