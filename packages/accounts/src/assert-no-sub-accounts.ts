import type { DbDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'

/**
 * Throws `account_has_sub_accounts` when the account has sub-accounts: they have to be deleted first, so that nobody
 * deletes a tree of accounts by one number (ADR 40).
 */
export async function assertNoSubAccounts({ db }: DbDeps, accountId: number): Promise<void> {
  const children = await db.account.findMany({
    where: { parentId: accountId },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: 10,
  })
  if (children.length === 0) return
  const ids = children.map(({ id }) => id).join(', ')
  throw new AccountsError(
    'account_has_sub_accounts',
    `Account ${accountId} has sub-accounts (${ids}): delete these first, 'pas account list --parent ${accountId}' shows all.`,
  )
}
