import type { RowDeps } from '@pas/db/row-deps'
import { endSessions } from './end-sessions'
import { getUser } from './get-user'
import { endOneTimeLinks } from './one-time-links'
import { assertPassword, hashPassword } from './passwords'
import { revokeCodes } from './revoke-codes'
import { revokeFirstPartyTokens } from './revoke-first-party-tokens'
import { issueSecret } from './secrets'

/**
 * Sets a user's password; when it is undefined, one is generated and returned in clear text as `generatedPassword`,
 * otherwise null. Ends what `replacePassword` ends. Throws `password_invalid` or `user_not_found`.
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
  /** The hash that the user must still have, e.g. because the old password was checked against it; absent for any. */
  previousHash?: string
}

/**
 * Replaces a user's password. Ends the user's sessions and one-time links, revokes the tokens of first-party
 * applications, such as the board, and invalidates unused authorization codes. The tokens of other applications stay.
 * Resolves to false, and changes nothing, when the user's hash is no longer `previousHash`. Call it in a transaction.
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
