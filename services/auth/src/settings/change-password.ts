import { hashPassword, verifyPassword } from '@pas/accounts/passwords'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import { replacePassword } from '@pas/accounts/set-password'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Request } from 'express'
import { sessionCookie } from '../sessions/session-store'
import { startSession } from '../sessions/start-session'
import { spendProof, type ProofSource, type ProofThrottle } from '../throttle/spend-proof'

export type PasswordChange =
  { outcome: 'changed' } | { outcome: 'wrong' } | { outcome: 'too_many'; retryAfterSeconds: number }

/**
 * Ends every session of the user, and starts a new one in this browser. Wrong old passwords are limited, because
 * another person may use the session. Throws `ThrottleUnavailableError` while Redis is away.
 */
export async function changePassword(
  { db, clock, throttle }: DatabaseDeps & { throttle: ProofThrottle },
  req: Request,
  { oldPassword, newPassword, ...source }: ProofSource & { oldPassword: string; newPassword: string },
): Promise<PasswordChange> {
  const { userId } = source
  const counted = await spendProof(throttle, source)
  if ('waitSeconds' in counted) return { outcome: 'too_many', retryAfterSeconds: counted.waitSeconds }
  const event = (action: string): AuditEvent => ({
    at: clock.now(),
    actor: `user:${sessionCookie.sessionOf(req)?.actorUserId ?? userId}`,
    action,
    target: `user:${userId}`,
    ...(req.ip && { ip: req.ip }),
    details: { with: 'old_password' },
  })
  const { passwordHash: previousHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  })
  if (!(await verifyPassword(previousHash, oldPassword))) {
    await recordAuditEvent(db, event('user.set_password.failed'))
    return { outcome: 'wrong' }
  }
  await counted.succeeded()
  const passwordHash = await hashPassword(newPassword)
  const isChanged = await db.$transaction(async (tx) => {
    const isReplaced = await replacePassword({ db: tx, clock }, { userId, passwordHash, previousHash })
    if (isReplaced) await recordAuditEvent(tx, event('user.set_password'))
    return isReplaced
  })
  // False when the password was changed elsewhere since the check.
  if (!isChanged) return { outcome: 'wrong' }
  await startSession({ db, clock }, req, {
    userId,
    passwordHash,
    switchedBy: null,
    // The session that is replaced was started with the second factor, if the user has one.
    isSecondFactorSettled: true,
    action: 'session.renew',
  })
  return { outcome: 'changed' }
}
