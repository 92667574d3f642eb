import type { DbDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'

/** An account by its id. Throws `account_not_found`. */
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
