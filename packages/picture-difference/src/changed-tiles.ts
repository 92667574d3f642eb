import { visitPairs, type Pixels } from './pixels'
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

/**
 * The pixels that differ in hunks which stand as far apart in both pictures: those in tiles that touch are one region,
 * whose rectangle is as tight as they are.
 */
export async function changedRegions(base: Pixels, head: Pixels, hunks: readonly Hunk[]): Promise<Region[]> {
  const [first] = hunks
  if (!first) return []
  const shift = first.base.top - first.head.top
  const tiles = new Map<number, Tile>()
  const columns = Math.ceil(head.width / tileSide) + 1
  for (const hunk of hunks)
    await visitPairs(
      base,
      head,
      { baseTop: hunk.base.top, headTop: hunk.head.top, rows: hunk.head.rows },
      (baseRows, headRows, firstRow, count) => {
        for (let row = 0, at = 0; row < count; row++) {
          const y = hunk.head.top + firstRow + row
          const tileRow = Math.floor(y / tileSide) * columns
          for (let x = 0; x < head.width; x++, at++)
            if (baseRows[at] !== headRows[at]) countPixel(tiles, tileRow + Math.floor(x / tileSide), x, y)
        }
      },
    )
  return connect(tiles, columns).map(({ left, top, right, bottom, pixels }) => {
    const rect = { left, top, width: right - left, height: bottom - top }
    return { kind: 'changed', base: { ...rect, top: top + shift }, head: rect, pixels }
  })
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
