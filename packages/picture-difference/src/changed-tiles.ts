import { rowsAtOnce, type Pixels } from './pixels'
import type { Hunk } from './hunks'
import type { Region } from './regions'

const tileSide = 16

interface Tile {
  left: number
  top: number
  right: number
  bottom: number
  pixels: number
}

/** Visits the pixels that differ in these hunks, which have as many rows in both and are in order. */
export async function visitChangedPixels(
  base: Pixels,
  head: Pixels,
  hunks: readonly Hunk[],
  visit: (x: number, y: number, shift: number) => void,
): Promise<void> {
  for (const hunk of hunks) {
    const shift = hunk.base.top - hunk.head.top
    for (let row = 0; row < hunk.head.rows; row += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, hunk.head.rows - row)
      const baseRows = await base.rows(hunk.base.top + row, count)
      const headRows = await head.rows(hunk.head.top + row, count)
      for (let y = hunk.head.top + row, at = 0; at < headRows.length; y++)
        for (let x = 0; x < head.width; x++, at++) if (baseRows[at] !== headRows[at]) visit(x, y, shift)
    }
  }
}

/**
 * The pixels that differ in hunks in place. Those of hunks that stand as far apart in both pictures, in tiles that
 * touch, are one region, whose rectangle is as tight as they are.
 */
export async function changedRegions(base: Pixels, head: Pixels, hunks: readonly Hunk[]): Promise<Region[]> {
  const columns = Math.ceil(head.width / tileSide) + 1
  const tilesByShift = new Map<number, Map<number, Tile>>()
  await visitChangedPixels(base, head, hunks, (x, y, shift) => {
    const tiles = tilesByShift.get(shift) ?? new Map<number, Tile>()
    tilesByShift.set(shift, tiles)
    countPixel(tiles, Math.floor(y / tileSide) * columns + Math.floor(x / tileSide), x, y)
  })
  return [...tilesByShift].flatMap(([shift, tiles]) =>
    connect(tiles, columns).map(({ left, top, right, bottom, pixels }) => {
      const rect = { left, top, width: right - left, height: bottom - top }
      return { kind: 'changed', base: { ...rect, top: top + shift }, head: rect, pixels }
    }),
  )
}

function countPixel(tiles: Map<number, Tile>, key: number, x: number, y: number): void {
  const tile = tiles.get(key)
  if (!tile) {
    tiles.set(key, { left: x, top: y, right: x + 1, bottom: y + 1, pixels: 1 })
    return
  }
  tile.left = Math.min(tile.left, x)
  tile.right = Math.max(tile.right, x + 1)
  tile.bottom = y + 1
  tile.pixels++
}

/** Joins tiles that touch, also at a corner. */
function connect(tiles: Map<number, Tile>, columns: number): Tile[] {
  const joined: Tile[] = []
  for (const key of [...tiles.keys()]) {
    const start = tiles.get(key)
    if (!start) continue
    tiles.delete(key)
    const waiting = [key]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const by of [-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1]) {
        const tile = tiles.get(at + by)
        if (!tile) continue
        tiles.delete(at + by)
        waiting.push(at + by)
        start.left = Math.min(start.left, tile.left)
        start.top = Math.min(start.top, tile.top)
        start.right = Math.max(start.right, tile.right)
        start.bottom = Math.max(start.bottom, tile.bottom)
        start.pixels += tile.pixels
      }
    }
    joined.push(start)
  }
  return joined
}
