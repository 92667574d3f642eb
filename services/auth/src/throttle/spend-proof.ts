import type { Throttle } from './open-throttle'
import { spendTogether } from './spend-together'

export type ProofThrottle = Pick<Throttle, 'proofs' | 'proofsPerDay'>

export interface ProofSource {
  userId: number
  /** A known device of the user, a session's actor, or `elsewhere`. No stranger can use up another place's failures. */
  place: string
}

/** Counts as a failure until `succeeded` is called. */
export interface CountedProof {
  /** Whether it was the last of its 15 minutes. */
  isLast: boolean
  /** Gives back what was spent, and forgets the failures of the last 15 minutes at this place. */
  succeeded(): Promise<void>
}

/** The place of all devices on which the user has not given the second factor, such as a thief's. */
export const elsewhere = 'elsewhere'

/** A user of the parent account, who acts for this user, cannot use up this user's own failures. */
export const signedInPlace = (device: string | null, { actorId }: { actorId: number }): string =>
  device ?? `by:${actorId}`

/** With no failure left, nothing is counted. Throws `ThrottleUnavailableError` while Redis is away. */
export async function spendProof(
  { proofs, proofsPerDay }: ProofThrottle,
  { userId, place }: ProofSource,
): Promise<CountedProof | { waitSeconds: number }> {
  const key = `user:${userId}|${place}`
  const spent = await spendTogether([
    [proofs, key],
    [proofsPerDay, key],
  ])
  if ('waitSeconds' in spent) return spent
  const [isLast = false] = spent.isLast
  return {
    isLast,
    succeeded: async () => {
      await Promise.all([proofs.reset(key), proofsPerDay.giveBack(key)])
    },
  }
}
