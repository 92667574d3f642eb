import { isUniqueViolation } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { assertName } from './assert-name'
import { getAccount } from './get-account'
import { normalizeEmailAddress } from './get-user'
import { assertPassword, hashPassword } from './passwords'
import { issueSecret } from './secrets'
import { lockAccount, type UserRole } from './user-roles'

export interface NewUser {
  accountId: number
  email: string
  firstName: string
  lastName: string
  password?: string | undefined
  /** By default the first user of an account is an admin, and the others are members. */
  role?: UserRole | undefined
}

export interface CreatedUser {
  id: number
  /** In lower case. */
  email: string
  role: UserRole
  /** Only its hash is stored. Null when the caller gave a password. */
  generatedPassword: string | null
}

/**
 * Call it in a transaction. Throws `email_invalid`, `name_invalid`, `password_invalid`, `account_not_found` or `email_taken`.
 */
export async function createUser({ db, clock }: RowDeps, newUser: NewUser): Promise<CreatedUser> {
  const email = normalizeEmailAddress(newUser.email)
  const firstName = assertName('first name', newUser.firstName)
  const lastName = assertName('last name', newUser.lastName)
  const password = newUser.password ?? issueSecret('password')
  assertPassword(password)
  const { id: accountId } = await getAccount({ db }, newUser.accountId)
  const passwordHash = await hashPassword(password)
  // Else two users that are made at once would both be the first.
  await lockAccount({ db }, accountId)
  const isFirst = (await db.user.findFirst({ where: { accountId }, select: { id: true } })) === null
  const role = newUser.role ?? (isFirst ? 'admin' : 'member')
  try {
    const { id } = await db.user.create({
      data: { accountId, email, firstName, lastName, passwordHash, role, createdAt: clock.now() },
      select: { id: true },
    })
    return { id, email, role, generatedPassword: newUser.password === undefined ? password : null }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AccountsError(
      'email_taken',
      `There already is a user ${email}: choose another e-mail address.`,
      {
        cause: error,
      },
    )
  }
}
