import type { AccountsDeps } from './accounts-deps'
import { endSessions } from './end-sessions'
import { getUser } from './get-user'
import { assertPassword, hashPassword } from './passwords'
import { revokeCodes } from './revoke-codes'
import { issueSecret } from './secrets'

/**
 * Gives a user the password, or one made here when it is undefined; `generatedPassword` is then its clear text, otherwise null. Whoever
 * is signed in as the user is so no longer, and codes that were issued meanwhile are worthless; tokens stay.
 * Throws `password_invalid` or `user_not_found`.
 */
export async function setPassword(
  { db, clock }: AccountsDeps,
  emailAddress: string,
  chosenPassword: string | undefined,
): Promise<{ userId: number; generatedPassword: string | null }> {
  const password = chosenPassword ?? issueSecret('password')
  assertPassword(password)
  const { id } = await getUser({ db }, emailAddress)
  await db.user.update({ where: { id }, data: { passwordHash: await hashPassword(password) } })
  // In this order: who signs in holds the user's row and who is given a code the session's, until it is there to be ended.
  await endSessions({ db }, { userId: id })
  await revokeCodes({ db, clock }, { userId: id })
  return { userId: id, generatedPassword: chosenPassword === undefined ? password : null }
}
