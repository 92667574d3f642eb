import { createFairQueue, type FairLine } from '@pas/runtime/fair-queue'

/** The number of libuv's threads, which compute password hashes. */
const maxConcurrent = 4
/** Leaves a thread and most of the database's connections for the other group. */
const maxPerGroup = 3

interface SignInTurn {
  isKnownDevice: boolean
  /** A known device's user, or a stranger's IP address. */
  place: string
}

/**
 * A password hash occupies a processor for a while. Known devices and strangers alternate, so that a known device waits
 * for one stranger's guess at most. Within each group, places alternate.
 */
export interface SignInTurns {
  inTurn<Answer>(turn: SignInTurn, check: () => Promise<Answer>): Promise<Answer>
}

/** Call it once in a process. */
export function createSignInTurns(): SignInTurns {
  const queue = createFairQueue({ maxConcurrent, maxPerAccount: maxPerGroup })
  const lines = new Map<string, { line: FairLine; checks: number }>()
  const neverAborted = new AbortController().signal
  return {
    inTurn: async ({ isKnownDevice, place }, check) => {
      const name = `${isKnownDevice}|${place}`
      // The queue's accounts are our groups: 0 for strangers, 1 for known devices.
      const open = lines.get(name) ?? { line: queue.open(Number(isKnownDevice), maxConcurrent), checks: 0 }
      lines.set(name, open)
      open.checks++
      try {
        return await open.line.run(check, neverAborted)
      } finally {
        if (--open.checks === 0) lines.delete(name)
      }
    },
  }
}
