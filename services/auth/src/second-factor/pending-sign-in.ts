import { createHash } from 'node:crypto'
import type { Database } from '@pas/db/database'
import { z } from 'zod'
import {
  createSealedCookie,
  type SealedCookie,
  type SealedCookieDeps,
} from '@pas/pages/sealing/sealed-cookie'

/** A sign-in whose password was right and whose second factor has not been given. */
export interface PendingSignIn {
  userId: number
  /** The hash against which the password was checked. */
  passwordHash: string
}

const cookieValue = z.object({ userId: z.number(), passwordDigest: z.string() })
type CookieValue = z.output<typeof cookieValue>

/** How long a second factor can be given. */
const lifetimeMs = 10 * 60 * 1000

/** Makes the cookie that binds a pending sign-in to the browser in which the password was typed. It is no session. */
export const pendingSignInCookie = (deps: SealedCookieDeps): SealedCookie<CookieValue> =>
  createSealedCookie(deps, { name: 'second-factor', value: cookieValue, lifetimeMs })

/** What the cookie holds: a digest of the password's hash, because the hash itself does not leave the service. */
export const pendingSignInValue = ({ userId, passwordHash }: PendingSignIn): CookieValue => ({
  userId,
  passwordDigest: digestOf(passwordHash),
})

/** The pending sign-in of a cookie; null when the password has changed since, or there is no cookie. */
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
