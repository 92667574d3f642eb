import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'

/** A user's sign-in in one browser. `startSession` writes it, and `endSession` ends it. */
export interface Session {
  /** The id in clear text, as in the cookie; the database has its hash (docs/contract.md §1). */
  id: string
  userId: number
  /** The user who signed in and then switched to this one; null without a switch. */
  actorUserId: number | null
  /** Names the sign-in: codes and tokens that are issued in the session have it. A switch keeps it. */
  signInId: string
}

/** The sign-in of a session: who signed in, which a switch does not change. */
export const signInOf = ({
  userId,
  actorUserId,
  signInId,
}: Session): { userId: number; signInId: string } => ({
  userId: actorUserId ?? userId,
  signInId,
})

/** How long a user stays signed in. */
export const sessionLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** The session with this id; null when there is none, or it has ended. */
export async function findSession(
  { db, clock }: { db: Database; clock: Clock },
  id: string,
): Promise<Session | null> {
  const row = await db.session.findUnique({
    where: { idHash: sha256(id), expiresAt: { gt: clock.now() } },
    select: { userId: true, actorUserId: true, signInId: true },
  })
  return row && { id, ...row }
}
