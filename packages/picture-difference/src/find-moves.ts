import { bandAround, endOf, type Band, type Hunk } from './hunks'
import type { Rows } from './row-ids'

/** Rows with content that a block must have to be told as moved: fewer are alike by chance. */
const minRows = 8

export interface Move {
  base: Band
  head: Band
}

/** Finds what the one picture's hunks have in another order. `rest` is what remains of the hunks. */
export function findMoves(hunks: readonly Hunk[], base: Rows, head: Rows): { moves: Move[]; rest: Hunk[] } {
  const isFree = { base: freeRows(hunks, 'base', base), head: freeRows(hunks, 'head', head) }
  const isEqual = (x: number, y: number): boolean =>
    isFree.base[x] === 1 && isFree.head[y] === 1 && base.ids[x] === head.ids[y]
  const moves: Move[] = []
  const claim = (x: number, y: number): void => {
    let before = 0
    while (isEqual(x - before - 1, y - before - 1)) before++
    let after = 1
    while (isEqual(x + after, y + after)) after++
    const move = {
      base: { top: x - before, rows: before + after },
      head: { top: y - before, rows: before + after },
    }
    if (countContent(head, move.head) < minRows) return
    isFree.base.fill(0, move.base.top, endOf(move.base))
    isFree.head.fill(0, move.head.top, endOf(move.head))
    moves.push(move)
  }
  const places = { base: placesOf(hunks, 'base', base), head: placesOf(hunks, 'head', head) }
  // First the rows that are there once: the rows of a border, for one, are alike, and would be taken for each other.
  for (const isOnce of [true, false])
    for (const [id, ys] of places.head) {
      const xs = places.base.get(id) ?? []
      if (isOnce !== (xs.length === 1 && ys.length === 1)) continue
      const x = xs.find((place) => isFree.base[place] === 1)
      const y = ys.find((place) => isFree.head[place] === 1)
      if (x !== undefined && y !== undefined) claim(x, y)
    }
  return { moves, rest: moves.length === 0 ? [...hunks] : restOf(hunks, isFree, base, head) }
}

function freeRows(hunks: readonly Hunk[], side: 'base' | 'head', { ids }: Rows): Uint8Array {
  const free = new Uint8Array(ids.length)
  for (const { [side]: band } of hunks) free.fill(1, band.top, endOf(band))
  return free
}

/** Where each row with content is. */
function placesOf(
  hunks: readonly Hunk[],
  side: 'base' | 'head',
  { ids, isPlain }: Rows,
): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (const { [side]: band } of hunks)
    for (let y = band.top; y < endOf(band); y++) {
      const id = ids[y] ?? -1
      if (!isPlain[y]) {
        const ys = places.get(id)
        if (ys) ys.push(y)
        else places.set(id, [y])
      }
    }
  return places
}

const countContent = ({ isPlain }: Rows, { top, rows }: Band): number =>
  isPlain.subarray(top, top + rows).filter((plain) => plain === 0).length

/** What is left is only told apart where the other picture has nothing in its place. */
function restOf(
  hunks: readonly Hunk[],
  isFree: { base: Uint8Array; head: Uint8Array },
  base: Rows,
  head: Rows,
): Hunk[] {
  return hunks.flatMap((hunk) => {
    if (isWhole(isFree.base, hunk.base) && isWhole(isFree.head, hunk.head)) return [hunk]
    const rest = {
      base: freeBands(isFree.base, base, hunk.base),
      head: freeBands(isFree.head, head, hunk.head),
    }
    if (rest.base.length > 0 && rest.head.length > 0)
      return [{ base: bandAround(rest.base), head: bandAround(rest.head) }]
    const none = { base: { top: endOf(hunk.base), rows: 0 }, head: { top: endOf(hunk.head), rows: 0 } }
    return [
      ...rest.base.map((band): Hunk => ({ base: band, head: none.head })),
      ...rest.head.map((band): Hunk => ({ base: none.base, head: band })),
    ]
  })
}

const isWhole = (isFree: Uint8Array, { top, rows }: Band): boolean =>
  isFree.subarray(top, top + rows).every((free) => free === 1)

/** Each from its first to its last row with content: white rows that are left beside a moved block belong to it. */
function freeBands(isFree: Uint8Array, { isPlain }: Rows, band: Band): Band[] {
  const bands: Band[] = []
  let isOpen = false
  for (let y = band.top; y < endOf(band); y++) {
    if (isFree[y] !== 1) isOpen = false
    else if (!isPlain[y]) {
      const last = bands.at(-1)
      if (isOpen && last) last.rows = y + 1 - last.top
      else bands.push({ top: y, rows: 1 })
      isOpen = true
    }
  }
  return bands
}
