import { diffArrays } from 'diff'

/** Rows `base…` and `head…` are the same, `rows` of them. */
export interface EqualRun {
  base: number
  head: number
  rows: number
}

/** More edits than this cost time and say little; then row n is held against row n. */
const maxEdits = 2_000

type Pair = [base: number, head: number]

/**
 * Which rows of the one picture are which of the other, in order. Where row n may as well be row n, it is: white rows
 * are alike, and many alignments as long.
 */
export function alignRows(base: Int32Array, head: Int32Array): EqualRun[] {
  const most = Math.min(base.length, head.length)
  let before = 0
  while (before < most && base[before] === head[before]) before++
  let after = 0
  while (after < most - before && base[base.length - 1 - after] === head[head.length - 1 - after]) after++
  const [baseEnd, headEnd] = [base.length - after, head.length - after]
  const inPlace: Pair[] = []
  for (let y = before; y < Math.min(baseEnd, headEnd); y++) if (base[y] === head[y]) inPlace.push([y, y])
  const longest = longestPairs(base.subarray(before, baseEnd), head.subarray(before, headEnd))
  const middle =
    longest === null || longest.length <= inPlace.length
      ? inPlace
      : longest.map(([x, y]): Pair => [x + before, y + before])
  return joinPairs([
    ...Array.from({ length: before }, (_, y): Pair => [y, y]),
    ...middle,
    ...Array.from({ length: after }, (_, y): Pair => [baseEnd + y, headEnd + y]),
  ])
}

/** Null beyond `maxEdits`. Rows that only one of them has can match nothing, and are left out first. */
function longestPairs(base: Int32Array, head: Int32Array): Pair[] | null {
  const inBoth = { base: sharedRows(base, head), head: sharedRows(head, base) }
  const changes = diffArrays(
    inBoth.base.map((y) => base[y]),
    inBoth.head.map((y) => head[y]),
    { maxEditLength: maxEdits },
  )
  if (!changes) return null
  const pairs: Pair[] = []
  let [x, y] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (!added && !removed)
      for (let n = 0; n < count; n++) pairs.push([inBoth.base[x + n] ?? 0, inBoth.head[y + n] ?? 0])
    if (!added) x += count
    if (!removed) y += count
  }
  return pairs
}

function sharedRows(rows: Int32Array, others: Int32Array): number[] {
  const there = new Set(others)
  return Array.from(rows.keys()).filter((y) => there.has(rows[y] ?? -1))
}

function joinPairs(pairs: readonly [number, number][]): EqualRun[] {
  const runs: EqualRun[] = []
  for (const [base, head] of pairs) {
    const last = runs.at(-1)
    if (last && last.base + last.rows === base && last.head + last.rows === head) last.rows++
    else runs.push({ base, head, rows: 1 })
  }
  return runs
}
