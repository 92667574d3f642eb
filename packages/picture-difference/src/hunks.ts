import type { EqualRun } from './align-rows'
import type { Rows } from './row-ids'

/** Rows that are in only one of the pictures, or differ: from `top`, `rows` of them. */
export interface Band {
  top: number
  rows: number
}

/** What stands between two equal runs. */
export interface Hunk {
  base: Band
  head: Band
}

export const endOf = ({ top, rows }: Band): number => top + rows

/** From the first to the last of bands in order. */
export function bandAround(bands: readonly Band[]): Band {
  const [first, last] = [bands[0], bands.at(-1)]
  if (!first || !last) throw new Error('there is at least one band')
  return { top: first.top, rows: endOf(last) - first.top }
}

export const isInPlace = ({ base, head }: Hunk): boolean => base.rows === head.rows

/**
 * The hunks of an alignment. Among white rows an alignment is one of many alike: hunks that can meet are one, and a band
 * of one picture alone is put into the middle of the white around it.
 */
export function findHunks(runs: readonly EqualRun[], base: Rows, head: Rows): Hunk[] {
  const rows = { base, head }
  const hunks: Hunk[] = []
  let [baseTop, headTop] = [0, 0]
  const end = { base: base.ids.length, head: head.ids.length, rows: 0 }
  for (const run of [...runs, end]) {
    const hunk = {
      base: { top: baseTop, rows: run.base - baseTop },
      head: { top: headTop, rows: run.head - headTop },
    }
    if (hunk.base.rows + hunk.head.rows > 0) addHunk(hunks, hunk, rows)
    ;[baseTop, headTop] = [run.base + run.rows, run.head + run.rows]
  }
  return hunks.map((hunk, n) => {
    const side = onlySideOf(hunk)
    if (side === null) return hunk
    const [before, after] = [hunks[n - 1], hunks[n + 1]]
    const by = balance(rows[side], hunk[side], {
      up: hunk[side].top - (before ? endOf(before[side]) : 0),
      down: (after ? after[side].top : end[side]) - endOf(hunk[side]),
    })
    return slide(hunk, by)
  })
}

type RowsOfBoth = Readonly<Record<'base' | 'head', Rows>>

/** Joins it with those before it, as long as one of two can slide to the other. */
function addHunk(hunks: Hunk[], added: Hunk, rows: RowsOfBoth): void {
  let hunk = added
  for (let last = hunks.at(-1); last; last = hunks.at(-1)) {
    const between = hunk.head.top - endOf(last.head)
    if (canSlide(hunk, -between, rows)) hunk = join(last, slide(hunk, -between))
    else if (canSlide(last, between, rows)) hunk = join(slide(last, between), hunk)
    else break
    hunks.pop()
  }
  hunks.push(hunk)
}

const join = (upper: Hunk, lower: Hunk): Hunk => ({
  base: { top: upper.base.top, rows: upper.base.rows + lower.base.rows },
  head: { top: upper.head.top, rows: upper.head.rows + lower.head.rows },
})

/** Whether the alignment stays one when the hunk, which only one picture has, slides by so many rows. */
function canSlide(hunk: Hunk, by: number, rows: RowsOfBoth): boolean {
  const side = onlySideOf(hunk)
  if (side === null) return false
  const { ids } = rows[side]
  const { top, rows: count } = hunk[side]
  const from = by < 0 ? top + by : top
  for (let y = from; y < from + Math.abs(by); y++) if (ids[y] !== ids[y + count]) return false
  return true
}

const onlySideOf = ({ base, head }: Hunk): 'base' | 'head' | null => {
  if (base.rows === 0) return 'head'
  return head.rows === 0 ? 'base' : null
}

const slide = ({ base, head }: Hunk, by: number): Hunk => ({
  base: { ...base, top: base.top + by },
  head: { ...head, top: head.top + by },
})

/** Returns by how many rows to slide the band, so that it begins and ends with as many plain rows. */
function balance(
  { ids, isPlain }: Rows,
  { top, rows }: Band,
  { up, down }: { up: number; down: number },
): number {
  let highest = 0
  while (-highest < up && ids[top + highest - 1] === ids[top + rows + highest - 1]) highest--
  let lowest = 0
  while (lowest < down && ids[top + lowest] === ids[top + rows + lowest]) lowest++
  const plainAbove = (y: number): number => {
    let count = 0
    while (count < rows && isPlain[y + count]) count++
    return count
  }
  const plainBelow = (y: number): number => {
    let count = 0
    while (count < rows && isPlain[y + rows - 1 - count]) count++
    return count
  }
  let best = { by: 0, unequal: Infinity }
  for (let by = Math.max(highest, -maxSlide); by <= Math.min(lowest, maxSlide); by++) {
    const unequal = Math.abs(plainAbove(top + by) - plainBelow(top + by))
    if (unequal < best.unequal || (unequal === best.unequal && Math.abs(by) < Math.abs(best.by)))
      best = { by, unequal }
  }
  return best.by
}

/** Rows. */
const maxSlide = 200
