import { createHash } from 'node:crypto'
import { AccountsError } from '@pas/accounts/accounts-error'
import { normalizeEmailAddress } from '@pas/accounts/email-address'
import { verifyPassword } from '@pas/accounts/passwords'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { addressKey } from '../throttle/address-key'
import type { Throttle } from '../throttle/open-throttle'

/** What came of an e-mail address and a password. */
export type SignInAttempt =
  | { outcome: 'right'; userId: number }
  | { outcome: 'wrong' }
  | { outcome: 'too_many'; retryAfterSeconds: number }

/**
 * Checks a password. Nothing in the outcome, nor in the time it takes, says whether the address has a user, or one that is disabled.
 * Failures are counted ahead of the check, so that guesses made at once find the limit too. Throws `ThrottleUnavailableError` while
 * Redis is away: without counting nobody may guess.
 */
export async function attemptSignIn(
  { db, clock, throttle }: { db: Database; clock: Clock; throttle: Throttle },
  { email, password, ip }: { email: string; password: string; ip: string | undefined },
): Promise<SignInAttempt> {
  const address = findNormalized(email)
  const emailHash = createHash('sha256')
    .update(address ?? email.trim().toLowerCase())
    .digest('hex')
  const from = addressKey(ip)

  const addressWait = await throttle.signInPerAddress.spend(from)
  if (addressWait !== null) return { outcome: 'too_many', retryAfterSeconds: addressWait }
  const accountWait = await throttle.signInPerAccount.spend(emailHash)
  if (accountWait !== null) {
    // No guess was made.
    await throttle.signInPerAddress.giveBack(from)
    return { outcome: 'too_many', retryAfterSeconds: accountWait }
  }

  const user = address === null ? null : await findActiveUserByEmail(db, address)
  if (!(await verifyPassword(user?.passwordHash ?? null, password)) || !user) {
    await recordAuditEvent(db, {
      at: clock.now(),
      actor: 'anonymous',
      action: 'session.start.failed',
      target: `email:${emailHash.slice(0, 16)}`,
      ...(ip && { ip }),
    })
    return { outcome: 'wrong' }
  }
  await throttle.signInPerAccount.reset(emailHash)
  await throttle.signInPerAddress.giveBack(from)
  return { outcome: 'right', userId: user.id }
}

/** One query whoever is asked for, so that a user who is there takes no longer than one who is not. */
function findActiveUserByEmail(
  db: Database,
  email: string,
): Promise<{ id: number; passwordHash: string } | null> {
  return db.user.findFirst({
    where: { email, disabledAt: null, account: { disabledAt: null } },
    select: { id: true, passwordHash: true },
  })
}

function findNormalized(email: string): string | null {
  try {
    return normalizeEmailAddress(email)
  } catch (error) {
    if (error instanceof AccountsError) return null
    throw error
  }
}
