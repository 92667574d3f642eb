import fc from 'fast-check'
import { alignRows } from '../src/align-rows'

/** The length of the longest common subsequence, by the textbook's table. */
function longestCommon(a: readonly number[], b: readonly number[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries())
      table[i + 1]![j + 1] = x === y ? table[i]![j]! + 1 : Math.max(table[i]![j + 1]!, table[i + 1]![j]!)
  return table[a.length]![b.length]!
}

const rows = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 })

describe('rows are aligned', () => {
  it('with as many equal rows as there can be, in order', () => {
    fc.assert(
      fc.property(rows, rows, (base, head) => {
        const runs = alignRows(Int32Array.from(base), Int32Array.from(head))
        let [baseEnd, headEnd] = [0, 0]
        for (const run of runs) {
          expect([run.base >= baseEnd, run.head >= headEnd]).toEqual([true, true])
          expect(base.slice(run.base, run.base + run.rows)).toEqual(head.slice(run.head, run.head + run.rows))
          ;[baseEnd, headEnd] = [run.base + run.rows, run.head + run.rows]
        }
        expect(runs.reduce((sum, run) => sum + run.rows, 0)).toBe(longestCommon(base, head))
      }),
    )
  })

  it('in place, when they have more than 2,000 edits', () => {
    const base = Int32Array.from({ length: 6_000 }, (_, y) => y % 2)
    const head = Int32Array.from({ length: 6_000 }, (_, y) => (y < 3_000 ? 1 - (y % 3 === 0 ? 1 : 0) : 0))
    const runs = alignRows(base, head)
    for (const run of runs.slice(0, -1)) expect(run.base).toBe(run.head)
  })
})
