import { performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import type { Emulation } from '@pas/email-clients/engine/emulated-document'

export function emulateHtml(emailClient: EmailClient, html: string): Emulation {
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  return emulate(emailClient, content, { orientation: 'vertical', images: 'allowed', assetUrl: (url) => url })
}

/** Milliseconds of processor time that `work` takes, all threads of this process together: what the machine does beside it counts for nothing. */
export function timeWork(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const collections: PerformanceEntry[] = []
new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] })

/** Milliseconds that `work` takes without those in which V8 collects. */
export async function timeOutsideCollector(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  work()
  const endedAt = performance.now()
  // They are told behind the work.
  await setImmediate()
  await setImmediate()
  const collecting = collections
    .splice(0)
    .filter(({ startTime }) => startTime >= startedAt && startTime <= endedAt)
    .reduce((sum, { duration }) => sum + duration, 0)
  return endedAt - startedAt - collecting
}

setFlagsFromString('--expose-gc')
/** Collects what others have left, so that nobody else pays for it. */
const collect = runInNewContext('gc') as () => void

export interface Growth {
  smallMs: number
  largeMs: number
  ratio: number
}

/** Below this, what does not depend on the size, and the clock, decide. */
const leastMs = 1
const rounds = 4
/** So many small emails are emulated behind each other for one large one. */
const smallOnes = 10
const warmUps = 3

/**
 * How many times longer `run` takes for the large email than for the small one on average, one of many in a row: what they leave to be collected is
 * paid for, as it is for the large one. Both are measured in turns and the fastest of each counts: caches that others use make a
 * run longer, never shorter. As soon as that is within `wanted` no more is measured.
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
  /** A whole collection takes optimised code along, which is made anew. */
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
