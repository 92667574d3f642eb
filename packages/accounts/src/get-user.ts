import type { DbDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { normalizeEmailAddress } from './email-address'

/** A user by e-mail address, in upper or lower case. Throws `user_not_found` or `email_invalid`. */
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
