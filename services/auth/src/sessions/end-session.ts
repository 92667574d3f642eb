import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { revokeSignIn } from '@pas/accounts/revoke-sign-in'
import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Request, Response } from 'express'
import { sessionCookieName, sessionCookieOptions } from './session-cookie'
import { signInOf } from './session-store'
import { actedBy, type SignedInUser } from './signed-in-user'

/**
 * Signs a user out of this browser: deletes the session, writes its audit row and clears the cookie. What first-party
 * applications, such as the board, got in this browser since the sign-in ends, too (ADR 47). A form on the page
 * that answers this request needs a new form token (`renewFormToken`).
 */
export async function endSession(
  { db, clock }: { db: Database; clock: Clock },
  req: Request,
  res: Response,
  user: SignedInUser,
): Promise<void> {
  await db.$transaction(async (tx) => {
    // First: a code that is being issued in the session holds a lock on its row until the code is there to be revoked.
    await tx.session.deleteMany({ where: { idHash: sha256(req.sessionID) } })
    const { signedIn } = req.session
    if (signedIn) await revokeSignIn({ db: tx, clock }, signInOf(signedIn))
    await recordAuditEvent(tx, {
      at: clock.now(),
      ...actedBy(user),
      action: 'session.end',
      target: `user:${user.id}`,
      ...(req.ip && { ip: req.ip }),
    })
  })
  // `destroy`, because after `regenerate` express-session sets a cookie for the new, anonymous session.
  await new Promise<void>((resolve, reject) => {
    req.session.destroy((error: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error('The session could not be ended'))
      else resolve()
    })
  })
  res.clearCookie(sessionCookieName, sessionCookieOptions)
}
