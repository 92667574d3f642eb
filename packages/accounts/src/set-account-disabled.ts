import type { AccountsDeps } from './accounts-deps'
import { endSessions } from './end-sessions'
import { getAccount } from './get-account'
import { revokeTokenFamilies } from './revoke-token-families'

/**
 * Disables or enables an account. Disabling ends the sessions of its users, and the codes and tokens of its users and its applications, for
 * good, as `setUserDisabled` does; its API keys, passwords and client_secrets are good again once it is enabled. Sub-accounts are accounts
 * of their own and keep their state. Disabling again only ends what is left, and does not change since when it is disabled; enabling again
 * changes nothing. Throws `account_not_found`.
 */
export async function setAccountDisabled(
  { db, clock }: AccountsDeps,
  accountId: number,
  disabled: boolean,
): Promise<void> {
  const { disabledAt } = await getAccount({ db }, accountId)
  if (!disabled && disabledAt === null) return
  if (disabled) await markAccountDisabled({ db, clock }, accountId)
  await endSessions({ db }, { accountId })
  await revokeTokenFamilies({ db, clock }, { accountId })
  if (!disabled) await db.account.update({ where: { id: accountId }, data: { disabledAt: null } })
}

/** As `markApplicationDisabled`, for an account. Throws `account_not_found`. */
export async function markAccountDisabled({ db, clock }: AccountsDeps, accountId: number): Promise<void> {
  const { disabledAt } = await getAccount({ db }, accountId)
  if (disabledAt === null)
    await db.account.update({ where: { id: accountId }, data: { disabledAt: clock.now() } })
}
