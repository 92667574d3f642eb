import type { AuditNotes } from '@pas/accounts/audit-notes'
import { verifyPassword } from '@pas/accounts/passwords'
import type { Database } from '@pas/db/database'
import { addressKey } from '@pas/runtime/http/address-key'
import type { Throttle } from '../throttle/open-throttle'
import { spendAttempt } from '../throttle/spend-attempt'
import { typedAddress } from '../throttle/typed-address'
import type { SignInTurns } from './sign-in-turns'

export type SignInAttempt =
  | { outcome: 'right'; userId: number; passwordHash: string; hasSecondFactor: boolean }
  | { outcome: 'wrong' }
  | { outcome: 'too_many'; retryAfterSeconds: number }

/**
 * Neither outcome nor time tells whether the address has a user: audit rows are not awaited. Failures are counted
 * before the check, so that parallel guesses cannot pass the limit. Throws `ThrottleUnavailableError` while Redis is
 * away.
 */
export async function attemptSignIn(
  {
    db,
    throttle,
    signInTurns,
    refusalTrail,
  }: { db: Database; throttle: Throttle; signInTurns: SignInTurns; refusalTrail: AuditNotes },
  {
    email,
    password,
    ip,
    device,
  }: {
    email: string
    password: string
    ip: string | undefined
    /** Set for a known device of this user. */
    device: string | null
  },
): Promise<SignInAttempt> {
  const { normalized, key } = typedAddress(email)
  const place = addressKey(ip)
  const attempt = await spendAttempt(throttle, { addressKey: place, accountKey: key, device })
  if ('waitSeconds' in attempt) return { outcome: 'too_many', retryAfterSeconds: attempt.waitSeconds }

  const turn = device === null ? { isKnownDevice: false, place } : { isKnownDevice: true, place: key }
  const { user, isRight } = await signInTurns.inTurn(turn, async () => {
    const found = normalized === null ? null : await findUserByEmail(db, normalized)
    return { user: found, isRight: await verifyPassword(found?.passwordHash ?? null, password) }
  })
  if (!isRight || !user?.isActive) {
    if (user) {
      void refusalTrail.write({
        actor: 'anonymous',
        action: 'session.start.failed',
        target: `user:${user.id}`,
        ...(ip && { ip }),
      })
    }
    return { outcome: 'wrong' }
  }
  // Not awaited, so that a sign-in waits for Redis once. If Redis goes away now, this attempt stays counted.
  attempt.succeeded().catch(() => undefined)
  const { id: userId, passwordHash, hasSecondFactor } = user
  return { outcome: 'right', userId, passwordHash, hasSecondFactor }
}

/** One query in every case: an existing user takes no longer than an unknown one. */
async function findUserByEmail(db: Database, email: string): Promise<FoundUser | null> {
  const [user] = await db.$queryRaw<FoundUser[]>`
    SELECT u.id, u.password_hash AS "passwordHash", u.disabled_at IS NULL AND a.disabled_at IS NULL AS "isActive",
           EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id) AS "hasSecondFactor"
      FROM users u JOIN accounts a ON a.id = u.account_id
     WHERE u.email = ${email}`
  return user ?? null
}

interface FoundUser {
  id: number
  passwordHash: string
  isActive: boolean
  hasSecondFactor: boolean
}
