import { performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { EmailClient } from '@pas/email-clients/catalogue/email-client'
import { emulate } from '@pas/email-clients/emulate/emulate'
import type { Emulation } from '@pas/email-clients/emulate/emulated-document'

/** Emulates an email client for HTML alone, upright and with images allowed. */
export function emulateHtml(emailClient: EmailClient, html: string): Emulation {
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  return emulate(emailClient, content, { orientation: 'vertical', images: 'allowed', assetUrl: (url) => url })
}

/**
 * Milliseconds of processor time that `work` takes in all threads of this process; other processes do not change it.
 */
export function timeWork(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const collections: PerformanceEntry[] = []
new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] })

/** Milliseconds that `work` takes, without the pauses of V8's garbage collection. */
export async function timeOutsideCollector(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  work()
  const endedAt = performance.now()
  // The observer is told of collections after the work, in later turns of the event loop.
  await setImmediate()
  await setImmediate()
  const collecting = collections
    .splice(0)
    .filter(({ startTime }) => startTime >= startedAt && startTime <= endedAt)
    .reduce((sum, { duration }) => sum + duration, 0)
  return endedAt - startedAt - collecting
}

setFlagsFromString('--expose-gc')
/** Runs a garbage collection, so that a measurement does not collect what an earlier one left. */
const collect = runInNewContext('gc') as () => void

/** The fastest run for the small and the large email in milliseconds, and their ratio. */
export interface Growth {
  smallMs: number
  largeMs: number
  ratio: number
}

/** A smaller time counts as this one: below it, fixed costs and the clock's resolution would decide the ratio. */
const leastMs = 1
const rounds = 4
/** A small email is emulated so many times in a row for each large one. */
const smallOnes = 10
const warmUps = 3

/**
 * Measures how many times longer `run` takes for the large email than for the small one. The small one's time is the
 * mean of several runs in a row, so that it includes their garbage collection, as the large one's does. Rounds
 * alternate and the fastest of each counts, as other load only makes a run longer. It stops as soon as the ratio is
 * within `wanted`.
 */
export async function measureGrowth(
  run: (html: string) => unknown,
  [small, large]: readonly [string, string],
  { wanted, time }: { wanted: number; time: (work: () => unknown) => number | Promise<number> },
): Promise<Growth> {
  let [smallMs, largeMs] = [Infinity, Infinity]
  const ratio = (): number => largeMs / Math.max(smallMs, leastMs)
  const runSmall = (times: number): void => {
    for (let turn = 0; turn < times; turn++) run(small)
  }
  /** A full collection also drops optimised code, so V8 has to warm up again after it. */
  const prepare = (): void => {
    collect()
    runSmall(warmUps)
  }
  for (let round = 0; round < rounds; round++) {
    prepare()
    smallMs = Math.min(smallMs, (await time(() => runSmall(smallOnes))) / smallOnes)
    prepare()
    largeMs = Math.min(largeMs, await time(() => run(large)))
    if (ratio() <= wanted) break
  }
  return { smallMs, largeMs, ratio: ratio() }
}
