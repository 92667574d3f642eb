import type { RowDeps } from '@pas/db/row-deps'
import { assertName } from './assert-name'
import { getAccount } from './get-account'

/** `own`: the operator's, with an application such as the board. A constraint of `accounts` has the same list. */
export type AccountKind = 'partner' | 'own'

/** Throws `name_invalid` or `account_not_found`. */
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
