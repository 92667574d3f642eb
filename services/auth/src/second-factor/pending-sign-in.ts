import { createHash } from 'node:crypto'
import type { Database } from '@pas/db/database'
import { z } from 'zod'
import {
  createSealedCookie,
  type SealedCookie,
  type SealedCookieDeps,
} from '@pas/pages/sealing/sealed-cookie'

/** The password was right, and the second factor has not been given. */
export interface PendingSignIn {
  userId: number
  passwordHash: string
}

const cookieValue = z.object({ userId: z.number(), passwordDigest: z.string() })
type CookieValue = z.output<typeof cookieValue>

const lifetimeMs = 10 * 60 * 1000

/** Binds the sign-in to the browser in which the password was typed. It is no session. */
export const pendingSignInCookie = (deps: SealedCookieDeps): SealedCookie<CookieValue> =>
  createSealedCookie(deps, { name: 'second-factor', value: cookieValue, lifetimeMs })

/** A digest, because the password's hash does not leave the service. */
export const pendingSignInValue = ({ userId, passwordHash }: PendingSignIn): CookieValue => ({
  userId,
  passwordDigest: digestOf(passwordHash),
})

/** Resolves to null when the password has changed since. */
export async function findPendingSignIn(
  { db }: { db: Database },
  value: CookieValue | null,
): Promise<PendingSignIn | null> {
  if (!value) return null
  const user = await db.user.findUnique({
    where: { id: value.userId },
    select: { passwordHash: true },
  })
  if (!user || digestOf(user.passwordHash) !== value.passwordDigest) return null
  return { userId: value.userId, ...user }
}

const digestOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url')
