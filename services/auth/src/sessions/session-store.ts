import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { createSessionCookie } from '@pas/pages/session-cookie'

export interface Session {
  /** In clear text, as in the cookie; the database has its hash (docs/contract.md §1). */
  id: string
  userId: number
  /** Who signed in and then switched to this user; null without a switch. */
  actorUserId: number | null
  /** Shared by codes and tokens that are issued in the session. A switch keeps it. */
  signInId: string
}

export const signInOf = ({
  userId,
  actorUserId,
  signInId,
}: Session): { userId: number; signInId: string } => ({
  userId: actorUserId ?? userId,
  signInId,
})

export const sessionLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** Only `startSession` and `endSession` set and clear it. */
export const sessionCookie = createSessionCookie<Session>({
  name: '__Host-session',
  lifetimeMs: sessionLifetimeMs,
  isSigned: true,
})

export async function findSession({ db, clock }: DatabaseDeps, id: string): Promise<Session | null> {
  const row = await db.session.findUnique({
    where: { idHash: sha256(id), expiresAt: { gt: clock.now() } },
    select: { userId: true, actorUserId: true, signInId: true },
  })
  return row && { id, ...row }
}
