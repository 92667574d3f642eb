import type { AuditEvent } from '@pas/accounts/record-audit-event'
import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Request } from 'express'
import { sessionExpiry } from './session-store'

/** Who becomes whom, and why they may. */
export interface SessionStart extends Pick<AuditEvent, 'action'> {
  userId: number
  /** Who was signed in and switches to the user; null for a user who signs in. */
  switchedBy: number | null
  /** The hash of the password that was right; null for a switch. */
  passwordHash: string | null
}

/**
 * Signs a user in with this browser, under a new session id, so that one that was known before is worth nothing (session fixation).
 * The session and its audit row are made together, while the users' rows are held: only if both may still act, the password that was
 * right still is the user's, and the session of who switches is there to be taken over. Resolves to false otherwise; the browser is signed
 * out then, as the session that it had ends in the same statement.
 */
export async function startSession(
  { db, clock }: { db: Database; clock: Clock },
  req: Request,
  { userId, switchedBy, passwordHash, action }: SessionStart,
): Promise<boolean> {
  const actorUserId = switchedBy === null ? null : (req.session.signedIn?.actorUserId ?? switchedBy)
  const sessionBefore = sha256(req.sessionID)
  await regenerateSession(req)
  const at = clock.now()
  const started = await db.$executeRaw`
    WITH actor AS MATERIALIZED (
      SELECT u.id FROM users u JOIN accounts a ON a.id = u.account_id
       WHERE u.id = ${actorUserId ?? userId}::int AND u.disabled_at IS NULL AND a.disabled_at IS NULL
         FOR SHARE),
    -- After the user's row, which who ends sessions holds first.
    taken_over AS (
      DELETE FROM sessions WHERE id_hash = ${sessionBefore}::bytea AND (SELECT count(*) FROM actor) >= 0
      RETURNING user_id),
    session AS (
      INSERT INTO sessions (id_hash, user_id, actor_user_id, signed_in_at, expires_at)
      SELECT ${sha256(req.sessionID)}::bytea, u.id, ${actorUserId}::int, ${at}::timestamptz, ${sessionExpiry(at)}::timestamptz
        FROM actor LEFT JOIN taken_over t ON TRUE CROSS JOIN users u JOIN accounts a ON a.id = u.account_id
       WHERE u.id = ${userId}::int AND u.disabled_at IS NULL AND a.disabled_at IS NULL
         AND u.password_hash = coalesce(${passwordHash}::text, u.password_hash)
         AND (${switchedBy}::int IS NULL OR t.user_id = ${switchedBy}::int)
         FOR SHARE OF u, a
      RETURNING user_id)
    INSERT INTO audit_events (at, actor, action, target, ip)
    SELECT ${at}::timestamptz, ${`user:${switchedBy ?? userId}`}, ${action}, ${`user:${userId}`}, ${req.ip ?? null}::text
      FROM session`
  // Last: express-session sets the cookie for whatever is signed in when the answer ends, a failure's page included.
  if (started > 0) req.session.signedIn = { userId, actorUserId, at }
  return started > 0
}

function regenerateSession(req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    req.session.regenerate((error: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error('The session could not be replaced'))
      else resolve()
    })
  })
}
