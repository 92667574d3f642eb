import type { AccountsDeps } from './accounts-deps'
import { endSessions } from './end-sessions'
import { getUser } from './get-user'
import { assertPassword, hashPassword } from './passwords'
import { issueSecret } from './secrets'

/**
 * Gives a user the password, or one made here when it is undefined; `generatedPassword` is then its clear text, otherwise null. Whoever
 * is signed in as the user is so no longer.
 * Throws `password_invalid` or `user_not_found`.
 */
export async function setPassword(
  { db }: Pick<AccountsDeps, 'db'>,
  emailAddress: string,
  chosenPassword: string | undefined,
): Promise<{ userId: number; generatedPassword: string | null }> {
  const password = chosenPassword ?? issueSecret('password')
  assertPassword(password)
  const { id } = await getUser({ db }, emailAddress)
  await db.user.update({ where: { id }, data: { passwordHash: await hashPassword(password) } })
  await endSessions({ db }, id)
  return { userId: id, generatedPassword: chosenPassword === undefined ? password : null }
}
