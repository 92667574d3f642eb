import type { RowDeps } from '@pas/db/row-deps'
import { endSessions } from './end-sessions'
import { getAccount } from './get-account'
import { endOneTimeLinks } from './one-time-links'
import { revokeTokenFamilies } from './revoke-token-families'

/**
 * Disables or enables an account. Disabling ends the sessions and one-time links of its users, and the codes and tokens
 * of its users, also those got while acting for another user, and of its applications, for good (`endConsentsOfActors`
 * ends the consents); enabling ends those that were made while it was being disabled. Its API keys, passwords and
 * client_secrets work again once it is enabled. Sub-accounts keep their state. Disabling again ends what is left and
 * keeps `disabledAt`; enabling again changes nothing. Throws `account_not_found`.
 */
export async function setAccountDisabled(
  { db, clock }: RowDeps,
  accountId: number,
  disabled: boolean,
): Promise<void> {
  const { disabledAt } = await getAccount({ db }, accountId)
  if (!disabled && disabledAt === null) return
  if (disabled) await markAccountDisabled({ db, clock }, accountId)
  await endSessions({ db }, { accountId })
  await endOneTimeLinks({ db }, { accountId })
  await revokeTokenFamilies({ db, clock }, { accountId })
  if (!disabled) await db.account.update({ where: { id: accountId }, data: { disabledAt: null } })
}

/** Shuts the account out at once; `setAccountDisabled` then ends its tokens. Throws `account_not_found`. */
export async function markAccountDisabled({ db, clock }: RowDeps, accountId: number): Promise<void> {
  const { disabledAt } = await getAccount({ db }, accountId)
  if (disabledAt === null)
    await db.account.update({ where: { id: accountId }, data: { disabledAt: clock.now() } })
}
