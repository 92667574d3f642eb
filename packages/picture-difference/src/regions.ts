import type { Band } from './hunks'

/** Pixels of a full picture. */
export interface Rect {
  left: number
  top: number
  width: number
  height: number
}

/**
 * `changed`: other pixels, or a block in place of another; `inserted`, `removed`: rows that only one picture has, so
 * that the other's rectangle has no height; `moved`: the same rows at another place of the order.
 */
export interface Region {
  kind: 'changed' | 'inserted' | 'removed' | 'moved'
  base: Rect
  head: Rect
  /** Pixels that differ; for whole rows, all of the larger rectangle. */
  pixels: number
}

export const rectOf = (band: Band, { left, width }: { left: number; width: number }): Rect => ({
  left,
  top: band.top,
  width,
  height: band.rows,
})

export const areaOf = ({ width, height }: Rect): number => width * height

/** At most this many regions: beyond it, those near to each other become one. */
const maxRegions = 50

/** In the order of the head. */
export function limitRegions(regions: readonly Region[]): Region[] {
  let limited = [...regions]
  for (let distance = 16; limited.length > maxRegions; distance *= 2) limited = joinNear(limited, distance)
  return limited.sort((a, b) => a.head.top - b.head.top || a.head.left - b.head.left)
}

/** Sweeps from top to bottom: what has ended more than `distance` above can join nothing. */
function joinNear(regions: readonly Region[], distance: number): Region[] {
  const joined: Region[] = []
  let open: Region[] = []
  for (const region of [...regions].sort((a, b) => a.head.top - b.head.top)) {
    let current = region
    const stillOpen: Region[] = []
    for (const other of open) {
      if (isNear(other.head, current.head, distance)) current = join(other, current)
      else if (other.head.top + other.head.height + distance < region.head.top) joined.push(other)
      else stillOpen.push(other)
    }
    open = [...stillOpen, current]
  }
  return [...joined, ...open]
}

const isNear = (a: Rect, b: Rect, distance: number): boolean =>
  a.left - distance <= b.left + b.width &&
  b.left - distance <= a.left + a.width &&
  a.top - distance <= b.top + b.height &&
  b.top - distance <= a.top + a.height

const join = (a: Region, b: Region): Region => ({
  kind: a.kind === b.kind ? a.kind : 'changed',
  base: around(a.base, b.base),
  head: around(a.head, b.head),
  pixels: a.pixels + b.pixels,
})

function around(a: Rect, b: Rect): Rect {
  const left = Math.min(a.left, b.left)
  const top = Math.min(a.top, b.top)
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  }
}
