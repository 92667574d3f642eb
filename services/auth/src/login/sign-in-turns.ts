import { createFairQueue, type FairLine } from '@pas/runtime/fair-queue'

/** Sign-ins checked at a time: as many as libuv has threads for password hashes. */
const maxConcurrent = 4
/** Of strangers, so that a thread and most of the database's connections are always left for known devices. */
const maxOfStrangers = 3

/** Who signs in, for whose turn it is. */
interface SignInTurn {
  /** Whether the browser is a known device of the user. */
  isKnownDevice: boolean
  /** Those with the same share turns: a known device's user, or a stranger's IP address. */
  place: string
}

/**
 * Checks sign-ins in turns, because each occupies a processor for a while: between known devices and strangers first,
 * then between the users of known devices, and between strangers' IP addresses. However many strangers guess, a known
 * device waits for one guess at most.
 */
export interface SignInTurns {
  inTurn<Answer>(turn: SignInTurn, check: () => Promise<Answer>): Promise<Answer>
}

/** Makes it; a process needs one. */
export function createSignInTurns(): SignInTurns {
  const queue = createFairQueue({ maxConcurrent, maxPerAccount: maxOfStrangers })
  const lines = new Map<string, { line: FairLine; checks: number }>()
  const neverAborted = new AbortController().signal
  return {
    inTurn: async ({ isKnownDevice, place }, check) => {
      const name = `${isKnownDevice}|${place}`
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
