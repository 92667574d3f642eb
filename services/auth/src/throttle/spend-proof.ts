import type { FailureBudget, Throttle } from './open-throttle'
import { spendTogether } from './spend-together'

/** What counts the proofs that users give besides a session or the right password. */
export type ProofThrottle = Pick<Throttle, 'proofs' | 'proofsPerDay'>

export interface ProofSource {
  userId: number
  /**
   * A known device of the user (`proofPlace`), a session's actor, or everywhere else. Each place has failures of its
   * own: no stranger can use up those of another place.
   */
  place: string
}

/** A proof that may be checked. It counts as a failure until `succeeded` is called. */
export interface CountedProof {
  /** Whether this was the last failure of its quarter of an hour. */
  isLast: boolean
  /** Gives back what the proof was counted as, and forgets the failures of the last 15 minutes at this place. */
  succeeded(): Promise<void>
}

/** All places at once in which the user has not given the second factor before: the thief of a password is there. */
export const elsewhere = 'elsewhere'

/**
 * The place of a user who is signed in: the known device, or else the session of the user who signed in, so that a user
 * of the parent account, who acts for this one, cannot use up this user's own failures.
 */
export const signedInPlace = (device: string | null, { actorId }: { actorId: number }): string =>
  device ?? `by:${actorId}`

/**
 * Counts a proof before it is checked, so that parallel guesses cannot pass the limits: in 15 minutes and in a day. When
 * no failure is left, nothing is counted, and the result is the seconds to wait. Throws `ThrottleUnavailableError` while
 * Redis is away.
 */
export async function spendProof(
  { proofs, proofsPerDay }: ProofThrottle,
  { userId, place }: ProofSource,
): Promise<CountedProof | { waitSeconds: number }> {
  const key = `user:${userId}|${place}`
  const quarter: readonly [FailureBudget, string] = [proofs, key]
  const spent = await spendTogether([quarter, [proofsPerDay, key]])
  if ('waitSeconds' in spent) return spent
  return {
    isLast: spent.isLast[0] ?? false,
    succeeded: async () => {
      await Promise.all([proofs.reset(key), proofsPerDay.giveBack(key)])
    },
  }
}
