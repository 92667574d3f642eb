import type { AuditEvent } from '@pas/accounts/record-audit-event'
import { revokeSignIn } from '@pas/accounts/revoke-sign-in'
import { issueSecret, sha256 } from '@pas/accounts/secrets'
import type { Database, Prisma } from '@pas/db/database'
import { visitorsLanguage } from '@pas/pages/languages'
import type { Clock } from '@pas/runtime/clock'
import type { Request } from 'express'
import { randomUUID } from 'node:crypto'
import { type Session, sessionCookie, sessionLifetimeMs, signInOf } from './session-store'

/** A sign-in, or a switch to another user. `action` is the audit row's action. */
export interface SessionStart extends Pick<AuditEvent, 'action'> {
  userId: number
  /** The signed-in user who switches to `userId`, which may be back to the user who signed in; null for a sign-in. */
  switchedBy: number | null
  /** The password hash against which the password was checked; null when none was. */
  passwordHash: string | null
  /**
   * Whether a user with a second factor has given it, or need not give it: after a switch, or when an OpenID provider
   * signs them in. False by default; a user with a second factor then gets no session.
   */
  isSecondFactorSettled?: boolean
}

/**
 * Signs a user in with this browser, under a new session id, so that an id that an attacker knew is useless (session
 * fixation). One statement locks the users' rows and ends the browser's previous session. It inserts the new one, with
 * its audit row, only if both users are active, the password has not changed since its check, the second factor is
 * settled, and a switching user's session still exists. Otherwise resolves to false, and the browser is signed out. A
 * switch keeps the end of the previous session, so that switching does not replace signing in. With the browser's
 * previous sign-in also ends what first-party applications got in it. A language that was chosen on the page of the
 * sign-in becomes that of a user who has chosen none.
 */
export async function startSession(
  { db, clock }: { db: Database; clock: Clock },
  req: Request,
  { userId, switchedBy, passwordHash, isSecondFactorSettled = false, action }: SessionStart,
): Promise<boolean> {
  // The user who signed in stays the actor, however often they switch.
  const before = sessionCookie.sessionOf(req)
  const actorUserId = switchedBy === null ? userId : (before?.actorUserId ?? switchedBy)
  const actsForOther = actorUserId !== userId
  const details =
    switchedBy === null || switchedBy === actorUserId
      ? null
      : JSON.stringify({ on_behalf_of: `user:${switchedBy}` })
  const session: Session = {
    id: issueSecret('session'),
    userId,
    actorUserId: actsForOther ? actorUserId : null,
    signInId: switchedBy !== null && before ? before.signInId : randomUUID(),
  }
  const at = clock.now()
  const expiresAt = new Date(at.getTime() + sessionLifetimeMs)
  const start = (tx: Prisma.TransactionClient): Promise<number> => tx.$executeRaw`
    WITH actor AS MATERIALIZED (
      SELECT u.id FROM users u JOIN accounts a ON a.id = u.account_id
       WHERE u.id = ${actorUserId}::int AND u.disabled_at IS NULL AND a.disabled_at IS NULL
         FOR SHARE),
    -- Comes after the lock on the user's row: code that ends sessions locks that row first, too, so that the two cannot deadlock.
    taken_over AS (
      DELETE FROM sessions WHERE id_hash = ${before && sha256(before.id)}::bytea AND (SELECT count(*) FROM actor) >= 0
      RETURNING user_id, signed_in_at, expires_at),
    session AS (
      INSERT INTO sessions (id_hash, user_id, actor_user_id, signed_in_at, expires_at, sign_in_id)
      SELECT ${sha256(session.id)}::bytea, u.id, ${session.actorUserId}::int,
             CASE WHEN ${switchedBy}::int IS NULL THEN ${at}::timestamptz ELSE t.signed_in_at END,
             CASE WHEN ${switchedBy}::int IS NULL THEN ${expiresAt}::timestamptz ELSE t.expires_at END,
             ${session.signInId}::uuid
        FROM actor LEFT JOIN taken_over t ON TRUE CROSS JOIN users u JOIN accounts a ON a.id = u.account_id
       WHERE u.id = ${userId}::int AND u.disabled_at IS NULL AND a.disabled_at IS NULL
         AND u.password_hash = coalesce(${passwordHash}::text, u.password_hash)
         AND (${isSecondFactorSettled}::boolean OR NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id))
         AND (${switchedBy}::int IS NULL OR t.user_id = ${switchedBy}::int)
         FOR SHARE OF u, a
      RETURNING user_id)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${at}::timestamptz, ${`user:${actorUserId}`}, ${action}, ${`user:${userId}`}, ${req.ip ?? null}::text,
           ${details}::jsonb
      FROM session`
  const started = before
    ? await db.$transaction(async (tx) => {
        const rows = await start(tx)
        const isSameSignIn = rows > 0 && before.signInId === session.signInId
        if (!isSameSignIn) await revokeSignIn({ db: tx, clock }, signInOf(before))
        return rows
      })
    : await start(db)
  if (started > 0) sessionCookie.begin(req, session)
  else if (req.res) req.res.locals.session = null
  const language = switchedBy === null && started > 0 ? visitorsLanguage(req) : null
  if (language !== null)
    await db.user.updateMany({ where: { id: userId, language: null }, data: { language } })
  return started > 0
}
