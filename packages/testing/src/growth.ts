import { isLongRun } from './long-run'
import { threadMsOf } from './processor-time'

/** Milliseconds of processor time, by the name of the work. */
export type Times = ReadonlyMap<string, number>

/** Work on an input four times as long may take this many times the time. Linear work takes 4 times. */
const maxGrowth = 6
/** Shorter times count as this: the clock ticks in milliseconds, and small inputs fit a cache. */
const leastMs = 40
/** A longer input is not measured after all work together took this long. */
const enoughMs = 5_000
const maxRuns = 5

/**
 * Measures inputs from `shortest` to `longest` characters, each four times as long as the one before. Resolves to a
 * sentence for each work whose time grows too fast at one step, in the shortest of up to five runs.
 */
export async function findSuperlinear(
  measure: (length: number) => Promise<Times> | Times,
  { shortest, longest }: { shortest: number; longest: number },
): Promise<string[]> {
  let small = await measure(shortest)
  for (let length = shortest; 4 * length <= longest; length *= 4) {
    let large = await measure(4 * length)
    for (let run = 1; run < maxRuns && superlinearIn(small, large).length > 0; run++) {
      small = leastOf(small, await measure(length))
      large = leastOf(large, await measure(4 * length))
    }
    const superlinear = superlinearIn(small, large)
    if (superlinear.length > 0)
      return superlinear.map(
        (name) =>
          `${name}: ${msOf(small, name)} ms for ${length} characters, ${msOf(large, name)} ms for ${4 * length}`,
      )
    if ([...large.values()].reduce((sum, ms) => sum + ms, 0) > enoughMs) break
    small = large
  }
  return []
}

export async function timesOf(works: Readonly<Record<string, () => unknown>>): Promise<Times> {
  const times = new Map<string, number>()
  for (const [name, work] of Object.entries(works)) times.set(name, await threadMsOf(work))
  return times
}

/**
 * A pump makes an input of a given length. Chooses all pumps in the long run, otherwise `count` spread over the list,
 * and `always`, which were slow once.
 */
export const choosePumps = <Pump>(
  pumps: ReadonlyMap<string, Pump>,
  { count, always = [] }: { count: number; always?: readonly string[] },
): [string, Pump][] => {
  const step = Math.max(1, pumps.size / count)
  const spread = new Set(Array.from({ length: count }, (_, at) => Math.floor(at * step)))
  return [...pumps].filter(([name], at) => isLongRun || spread.has(at) || always.includes(name))
}

const superlinearIn = (small: Times, large: Times): string[] =>
  [...large].flatMap(([name, ms]) =>
    ms >= maxGrowth * Math.max(leastMs, small.get(name) ?? 0) ? [name] : [],
  )

const leastOf = (one: Times, other: Times): Times =>
  new Map([...one].map(([name, ms]) => [name, Math.min(ms, other.get(name) ?? ms)]))

const msOf = (times: Times, name: string): number => Math.round(times.get(name) ?? 0)
