import type { RowDeps } from '@pas/db/row-deps'
import { endSessions } from './end-sessions'
import { getUser } from './get-user'
import { endOneTimeLinks } from './one-time-links'
import { assertPassword, hashPassword } from './passwords'
import { revokeCodes } from './revoke-codes'
import { revokeFirstPartyTokens } from './revoke-sign-in'
import { issueSecret } from './secrets'

/**
 * Generates a password when `chosenPassword` is undefined. Ends what `replacePassword` ends. Throws `password_invalid`
 * or `user_not_found`.
 */
export async function setPassword(
  { db, clock }: RowDeps,
  emailAddress: string,
  chosenPassword: string | undefined,
): Promise<{ userId: number; generatedPassword: string | null }> {
  const password = chosenPassword ?? issueSecret('password')
  assertPassword(password)
  const { id } = await getUser({ db }, emailAddress)
  await replacePassword({ db, clock }, { userId: id, passwordHash: await hashPassword(password) })
  return { userId: id, generatedPassword: chosenPassword === undefined ? password : null }
}

export interface NewPassword {
  userId: number
  passwordHash: string
  /** The hash that the user must still have, because the old password was checked against it. */
  previousHash?: string
}

/**
 * Ends the user's sessions, one-time links, unused codes and first-party tokens. False, and nothing changed, when the
 * hash is no longer `previousHash`. Call it in a transaction.
 */
export async function replacePassword(
  { db, clock }: RowDeps,
  { userId, passwordHash, previousHash }: NewPassword,
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: userId, ...(previousHash !== undefined && { passwordHash: previousHash }) },
    data: { passwordHash },
  })
  if (count === 0) return false
  // The order matters. A sign-in holds the lock on the user's row until its session is committed, and the issue of a
  // code holds the session's until the code is committed, so each statement sees what the one before it waited for.
  await endSessions({ db }, { userId })
  await revokeCodes({ db, clock }, { userId })
  await revokeFirstPartyTokens({ db, clock }, userId)
  await endOneTimeLinks({ db }, { userId })
  return true
}
