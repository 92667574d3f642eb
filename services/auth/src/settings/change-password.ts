import { hashPassword, verifyPassword } from '@pas/accounts/passwords'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import { replacePassword } from '@pas/accounts/set-password'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Request } from 'express'
import { startSession } from '../sessions/start-session'
import type { Throttle } from '../throttle/open-throttle'

/** The result of changing a password. */
export type PasswordChange =
  { outcome: 'changed' } | { outcome: 'wrong' } | { outcome: 'too_many'; retryAfterSeconds: number }

/**
 * Changes the password of the user who is signed in, if the old one is right. Ends every session of the user, and
 * starts a new one in this browser. Wrong old passwords are limited like those at a sign-in, because somebody else may
 * use the session. Throws `ThrottleUnavailableError` while Redis is away.
 */
export async function changePassword(
  { db, clock, throttle }: { db: Database; clock: Clock; throttle: Pick<Throttle, 'signInPerAccount'> },
  req: Request,
  { userId, oldPassword, newPassword }: { userId: number; oldPassword: string; newPassword: string },
): Promise<PasswordChange> {
  const budgetKey = `user:${userId}`
  const retryAfterSeconds = await throttle.signInPerAccount.spend(budgetKey)
  if (retryAfterSeconds !== null) return { outcome: 'too_many', retryAfterSeconds }
  const event = (action: string): AuditEvent => ({
    at: clock.now(),
    actor: `user:${req.session.signedIn?.actorUserId ?? userId}`,
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
  await throttle.signInPerAccount.reset(budgetKey)
  const passwordHash = await hashPassword(newPassword)
  const isChanged = await db.$transaction(async (tx) => {
    const isReplaced = await replacePassword({ db: tx, clock }, { userId, passwordHash, previousHash })
    if (isReplaced) await recordAuditEvent(tx, event('user.set_password'))
    return isReplaced
  })
  // False when the password was changed elsewhere since the check.
  if (!isChanged) return { outcome: 'wrong' }
  const renewal = { userId, passwordHash, switchedBy: null, action: 'session.renew' }
  // The session that is replaced was started with the second factor, if the user has one.
  await startSession({ db, clock }, req, { ...renewal, isSecondFactorSettled: true })
  return { outcome: 'changed' }
}
