import type { AccountsDeps } from './accounts-deps'
import { getAccount } from './get-account'

/**
 * Disables or enables an account. Sub-accounts are accounts of their own and keep their state. Doing it again changes nothing,
 * not even since when it is disabled. Throws `account_not_found`.
 */
export async function setAccountDisabled(
  { db, clock }: AccountsDeps,
  accountId: number,
  disabled: boolean,
): Promise<void> {
  const account = await getAccount({ db }, accountId)
  if ((account.disabledAt !== null) === disabled) return
  await db.account.update({ where: { id: accountId }, data: { disabledAt: disabled ? clock.now() : null } })
}
