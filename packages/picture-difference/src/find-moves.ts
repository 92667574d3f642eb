import { endOf, type Band, type Hunk } from './hunks'
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
    if (!isEqual(x, y)) return
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
      const [x] = xs
      const [y] = ys
      if (x !== undefined && y !== undefined && isOnce === (xs.length === 1 && ys.length === 1)) claim(x, y)
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

/** White rows that are left beside a moved block belong to it. */
function restOf(
  hunks: readonly Hunk[],
  isFree: { base: Uint8Array; head: Uint8Array },
  base: Rows,
  head: Rows,
): Hunk[] {
  return hunks.flatMap((hunk) => {
    const rest = { base: span(isFree.base, base, hunk.base), head: span(isFree.head, head, hunk.head) }
    const isWhole = rest.base.rows === hunk.base.rows && rest.head.rows === hunk.head.rows
    if (isWhole) return [hunk]
    return rest.base.rows + rest.head.rows === 0 ? [] : [rest]
  })
}

/** From the first to the last free row with content. */
function span(isFree: Uint8Array, { isPlain }: Rows, { top, rows }: Band): Band {
  const isLeft = (y: number): boolean => isFree[y] === 1 && isPlain[y] === 0
  let first = top
  while (first < top + rows && !isLeft(first)) first++
  let end = top + rows
  while (end > first && !isLeft(end - 1)) end--
  return { top: first, rows: end - first }
}
