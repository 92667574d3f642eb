import os from 'node:os'

export async function timeEach(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await work(index)
    times.push(performance.now() - startedAt)
  }
  return times
}

export async function perSecond(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++)
    }),
  )
  return (count * 1000) / (performance.now() - startedAt)
}

/** By nearest rank; NaN when there are none. */
export function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN
}

export type Wanted = { atMost: number } | { atLeast: number } | { below: number }

export interface Measured {
  figures: Record<string, number>
  ratios: Record<string, { ratio: number; wanted: Wanted }>
}

function isMet(ratio: number, wanted: Wanted): boolean {
  if ('atMost' in wanted) return ratio <= wanted.atMost
  if ('atLeast' in wanted) return ratio >= wanted.atLeast
  return ratio < wanted.below
}

/** Prints tables and, as its last line, JSON: `{"bench", "machine", "figures", "ratios", "wanted", "met"}`. */
export function report(
  bench: string,
  figures: Record<string, number>,
  ratios: Record<string, { ratio: number; wanted: Wanted }>,
): void {
  const round = (value: number): number => Number(value.toPrecision(4))
  console.table(
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, { value: round(value) }])),
  )
  console.table(
    Object.fromEntries(
      Object.entries(ratios).map(([name, { ratio, wanted }]) => [
        name,
        { ratio: round(ratio), wanted: JSON.stringify(wanted), met: isMet(ratio, wanted) },
      ]),
    ),
  )
  const column = <Value>(pick: (row: { ratio: number; wanted: Wanted }) => Value): Record<string, Value> =>
    Object.fromEntries(Object.entries(ratios).map(([name, row]) => [name, pick(row)]))
  console.log(
    JSON.stringify({
      bench,
      machine: {
        cpu: os.cpus()[0]?.model,
        cores: os.cpus().length,
        memoryGib: Math.round(os.totalmem() / 2 ** 30),
        node: process.version,
      },
      figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)])),
      ratios: column(({ ratio }) => round(ratio)),
      wanted: column(({ wanted }) => wanted),
      met: column(({ ratio, wanted }) => isMet(ratio, wanted)),
    }),
  )
}
