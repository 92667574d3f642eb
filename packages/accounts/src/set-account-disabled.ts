import type { RowDeps } from '@pas/db/row-deps'
import { endSessions } from './end-sessions'
import { getAccount } from './get-account'
import { endOneTimeLinks } from './one-time-links'
import { revokeTokenFamilies } from './revoke-token-families'

/**
 * Disabling ends sessions, links, codes and tokens of its users and applications for good; enabling first ends those
 * made since. Keys, passwords and secrets then work again. Sub-accounts stay as they are. Idempotent. Throws
 * `account_not_found`.
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
