import { diffArrays } from 'diff'

/** Rows `base…` and `head…` are the same, `rows` of them. */
export interface EqualRun {
  base: number
  head: number
  rows: number
}

/** More edits than this cost time and say little; then row n is held against row n. */
const maxEdits = 2_000

/**
 * Which rows of the one picture are which of the other, in order. Rows that only one of them has can match nothing, and
 * are left out first.
 */
export function alignRows(base: Int32Array, head: Int32Array): EqualRun[] {
  const inBoth = { base: sharedRows(base, head), head: sharedRows(head, base) }
  const changes = diffArrays(
    inBoth.base.map((y) => base[y]),
    inBoth.head.map((y) => head[y]),
    { maxEditLength: maxEdits },
  )
  const pairs: [base: number, head: number][] = []
  if (!changes) {
    for (let y = 0; y < Math.min(base.length, head.length); y++) if (base[y] === head[y]) pairs.push([y, y])
    return joinPairs(pairs)
  }
  let [x, y] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (!added && !removed)
      for (let n = 0; n < count; n++) pairs.push([inBoth.base[x + n] ?? 0, inBoth.head[y + n] ?? 0])
    if (!added) x += count
    if (!removed) y += count
  }
  return joinPairs(pairs)
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
