import type { AccountsDeps } from './accounts-deps'
import { endSessions } from './end-sessions'
import { getUser } from './get-user'
import { assertPassword, hashPassword } from './passwords'
import { revokeCodes } from './revoke-codes'
import { issueSecret } from './secrets'

/**
 * Sets a user's password; when it is undefined, one is generated and returned in clear text as `generatedPassword`,
 * otherwise null. Ends the user's sessions and invalidates their unused authorization codes; tokens stay. Throws
 * `password_invalid` or `user_not_found`.
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
  // The order matters. A sign-in holds the lock on the user's row until its session is committed, and the issue of a
  // code holds the session's until the code is committed, so each statement sees what the one before it waited for.
  await endSessions({ db }, { userId: id })
  await revokeCodes({ db, clock }, { userId: id })
  return { userId: id, generatedPassword: chosenPassword === undefined ? password : null }
}
