import type { EmailClient } from '@pas/email-clients/catalogue/email-client'
import { emulate } from '@pas/email-clients/emulate/emulate'
import type { Emulation } from '@pas/email-clients/emulate/emulated-document'

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

export interface Growth {
  smallMs: number
  largeMs: number
  ratio: number
}

/** Below this, what does not depend on the size, and the clock, decide. */
const leastMs = 1
const rounds = 6
/** So many small emails are emulated behind each other for one large one. */
const smallOnes = 10

/**
 * How many times longer `run` takes for the large email than for the small one on average, one of many in a row: what they leave to be collected is
 * paid for, as it is for the large one. Both are measured in turns and the fastest of each counts: caches that others use make a
 * run longer, never shorter. As soon as that is within `wanted` no more is measured.
 */
export function measureGrowth(
  run: (html: string) => unknown,
  [small, large]: readonly [string, string],
  wanted: number,
): Growth {
  let [smallMs, largeMs] = [Infinity, Infinity]
  const ratio = (): number => largeMs / Math.max(smallMs, leastMs)
  for (let round = 0; round < rounds; round++) {
    const inARowMs = timeWork(() => {
      for (let turn = 0; turn < smallOnes; turn++) run(small)
    })
    smallMs = Math.min(smallMs, inARowMs / smallOnes)
    largeMs = Math.min(
      largeMs,
      timeWork(() => run(large)),
    )
    if (ratio() <= wanted) break
  }
  return { smallMs, largeMs, ratio: ratio() }
}
