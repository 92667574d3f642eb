import type { DbDeps } from '@pas/db/row-deps'
import { z } from 'zod'
import { AccountsError } from './accounts-error'

/** The address may have capitals. Throws `user_not_found` or `email_invalid`. */
export async function getUser(
  { db }: DbDeps,
  emailAddress: string,
): Promise<{ id: number; disabledAt: Date | null }> {
  const email = normalizeEmailAddress(emailAddress)
  const user = await db.user.findUnique({ where: { email }, select: { id: true, disabledAt: true } })
  if (user) return user
  throw new AccountsError(
    'user_not_found',
    `There is no user ${email}: check the e-mail address, or see 'pas user list'.`,
  )
}

/** RFC 5321 §4.5.3.1.3: 256 octets with angle brackets. */
const emailAddressSchema = z.email().max(254)

/**
 * The stored form: trimmed, in lower case. Only ASCII is accepted, because lower-casing other letters could make it
 * another person's address. Throws `email_invalid`.
 */
export function normalizeEmailAddress(text: string): string {
  const result = emailAddressSchema.safeParse(text.trim())
  if (result.success) return result.data.toLowerCase()
  throw new AccountsError(
    'email_invalid',
    `'${text.trim().slice(0, 100)}' is not an e-mail address: give one such as name@example.com.`,
  )
}
