import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { revokeSignIn } from '@pas/accounts/revoke-sign-in'
import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Request } from 'express'
import { sessionCookie, signInOf } from './session-store'
import { actedBy, type SignedInUser } from './signed-in-user'

/**
 * Ends the session and what first-party applications, such as the board, got in this browser since the sign-in (ADR
 * 47). A form on the page that answers this request needs a new form token (`renewFormToken`).
 */
export async function endSession(
  { db, clock }: DatabaseDeps,
  req: Request,
  user: SignedInUser,
): Promise<void> {
  const session = sessionCookie.sessionOf(req)
  await db.$transaction(async (tx) => {
    // The session first: a code that is being issued locks its row, so this waits until the code can be revoked.
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
