import type { RowDeps } from '@pas/db/row-deps'
import type { AccountKind } from './account-kinds'
import { assertName } from './assert-name'
import { getAccount } from './get-account'

/** Makes an account, or a sub-account of account `parentId`. Throws `name_invalid` or `account_not_found`. */
export async function createAccount(
  { db, clock }: RowDeps,
  {
    name,
    parentId = null,
    kind = 'partner',
  }: { name: string; parentId?: number | null | undefined; kind?: AccountKind },
): Promise<{ id: number }> {
  const checkedName = assertName('account name', name)
  if (parentId !== null) await getAccount({ db }, parentId)
  return db.account.create({
    data: { name: checkedName, parentId, kind, createdAt: clock.now() },
    select: { id: true },
  })
}
