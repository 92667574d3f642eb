import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Request } from 'express'
import { sessionExpiry } from './session-store'

/**
 * Signs a user in with this browser, under a new session id, so that one that was known before is worth nothing (session fixation).
 * The session and its audit row are made together.
 */
export async function startSession(
  { db, clock }: { db: Database; clock: Clock },
  req: Request,
  userId: number,
  { actor, action }: Pick<AuditEvent, 'actor' | 'action'>,
): Promise<void> {
  await regenerateSession(req)
  const at = clock.now()
  await db.$transaction(async (tx) => {
    await tx.session.create({
      data: { idHash: sha256(req.sessionID), userId, signedInAt: at, expiresAt: sessionExpiry(at) },
    })
    await recordAuditEvent(tx, { at, actor, action, target: `user:${userId}`, ...(req.ip && { ip: req.ip }) })
  })
  // Last: express-session sets the cookie for whatever is signed in when the answer ends, a failure's page included.
  req.session.signedIn = { userId, at }
}

function regenerateSession(req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    req.session.regenerate((error: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error('The session could not be replaced'))
      else resolve()
    })
  })
}
