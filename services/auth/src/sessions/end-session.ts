import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { revokeSignIn } from '@pas/accounts/revoke-sign-in'
import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Request } from 'express'
import { sessionCookie, signInOf } from './session-store'
import { actedBy, type SignedInUser } from './signed-in-user'

/**
 * Also ends what first-party applications, such as the board, got in this browser since the sign-in (ADR 47). A form on
 * the page that answers this request needs a new form token (`renewFormToken`).
 */
export async function endSession(
  { db, clock }: DatabaseDeps,
  req: Request,
  user: SignedInUser,
): Promise<void> {
  const session = sessionCookie.sessionOf(req)
  await db.$transaction(async (tx) => {
    // First: a code that is being issued in the session holds a lock on its row until the code is there to be revoked.
    if (session) {
      await tx.session.deleteMany({ where: { idHash: sha256(session.id) } })
      await revokeSignIn({ db: tx, clock }, signInOf(session))
    }
    await recordAuditEvent(tx, {
      at: clock.now(),
      ...actedBy(user),
      action: 'session.end',
      target: `user:${user.id}`,
      ...(req.ip && { ip: req.ip }),
    })
  })
  sessionCookie.end(req)
}
