import type { DbDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'

export async function getAccount(
  { db }: DbDeps,
  accountId: number,
): Promise<{ id: number; disabledAt: Date | null }> {
  const account = await db.account.findUnique({
    where: { id: accountId },
    select: { id: true, disabledAt: true },
  })
  if (account) return account
  throw new AccountsError(
    'account_not_found',
    `There is no account ${accountId}: check the id, or see 'pas account list'.`,
  )
}

/**
 * Sub-accounts have to be deleted first, so that a single id never deletes a tree of accounts (ADR 40). Throws
 * `account_has_sub_accounts`.
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

/** Postgres's largest `integer`, the type of account and user ids. Queries with larger ids fail. */
export const maxId = 2_147_483_647
