import type { AccountsDeps } from './accounts-deps'
import { getUser } from './get-user'

/** Disables or enables a user; doing it again changes nothing. Resolves to the user's id. Throws `user_not_found`. */
export async function setUserDisabled(
  { db, clock }: AccountsDeps,
  emailAddress: string,
  disabled: boolean,
): Promise<number> {
  const { id, disabledAt } = await getUser({ db }, emailAddress)
  if ((disabledAt !== null) === disabled) return id
  await db.user.update({ where: { id }, data: { disabledAt: disabled ? clock.now() : null } })
  return id
}
