import type { AuditEvent } from '@pas/accounts/record-audit-event'
import { revokeSignIn } from '@pas/accounts/revoke-sign-in'
import { issueSecret, sha256 } from '@pas/accounts/secrets'
import type { Prisma } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { visitorsLanguage } from '@pas/pages/languages'
import type { Request } from 'express'
import { randomUUID } from 'node:crypto'
import { type Session, sessionCookie, sessionLifetimeMs, signInOf } from './session-store'

export interface SessionStart extends Pick<AuditEvent, 'action'> {
  userId: number
  /** The user who switches to `userId`; null for a sign-in. */
  switchedBy: number | null
  /** The hash of the password that was checked; null when none was. */
  passwordHash: string | null
  /** The operator whose link signs the user in, for the audit trail. */
  linkMadeBy?: string | null
  /** Whether a user with a second factor has given it or need not, as after a switch. Otherwise they get no session. */
  isSecondFactorSettled?: boolean
}

/**
 * The id is new: an attacker may know the old one (session fixation). Resolves to false, with the browser signed
 * out, when a user is disabled, the password has changed, the second factor is not settled, or the session that
 * switches has ended. A switch keeps the session's expiry, so that it does not replace signing in.
 */
export async function startSession(
  { db, clock }: DatabaseDeps,
  req: Request,
  {
    userId,
    switchedBy,
    passwordHash,
    linkMadeBy = null,
    isSecondFactorSettled = false,
    action,
  }: SessionStart,
): Promise<boolean> {
  // The user who signed in stays the actor, however often they switch.
  const previous = sessionCookie.sessionOf(req)
  const actorUserId = switchedBy === null ? userId : (previous?.actorUserId ?? switchedBy)
  const actsForOther = actorUserId !== userId
  const details = {
    // The actor switches from another user, for whom they have acted.
    ...(switchedBy !== null && switchedBy !== actorUserId && { on_behalf_of: `user:${switchedBy}` }),
    ...(linkMadeBy !== null && { link_made_by: linkMadeBy }),
  }
  const givenDetails = Object.keys(details).length === 0 ? null : JSON.stringify(details)
  const session: Session = {
    id: issueSecret('session'),
    userId,
    actorUserId: actsForOther ? actorUserId : null,
    signInId: switchedBy !== null && previous ? previous.signInId : randomUUID(),
  }
  const at = clock.now()
  const expiresAt = new Date(at.getTime() + sessionLifetimeMs)
  const insertSession = (tx: Prisma.TransactionClient): Promise<number> => tx.$executeRaw`
    WITH actor AS MATERIALIZED (
      SELECT u.id FROM users u JOIN accounts a ON a.id = u.account_id
       WHERE u.id = ${actorUserId}::int AND u.disabled_at IS NULL AND a.disabled_at IS NULL
         FOR SHARE),
    -- Comes after the lock on the user's row: code that ends sessions locks that row first, too, so that the two cannot deadlock.
    taken_over AS (
      DELETE FROM sessions
       WHERE id_hash = ${previous && sha256(previous.id)}::bytea AND (SELECT count(*) FROM actor) >= 0
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
           ${givenDetails}::jsonb
      FROM session`
  const insertedRows = previous
    ? await db.$transaction(async (tx) => {
        const rows = await insertSession(tx)
        // The browser's previous sign-in has ended, unless this session continues it.
        const isSameSignIn = rows > 0 && previous.signInId === session.signInId
        if (!isSameSignIn) await revokeSignIn({ db: tx, clock }, signInOf(previous))
        return rows
      })
    : await insertSession(db)
  const isStarted = insertedRows > 0
  if (isStarted) sessionCookie.begin(req, session)
  else if (req.res) req.res.locals.session = null
  // A user without a language keeps the one that they chose as a visitor.
  const language = switchedBy === null && isStarted ? visitorsLanguage(req) : null
  if (language !== null)
    await db.user.updateMany({ where: { id: userId, language: null }, data: { language } })
  return isStarted
}
