import type { DbDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { getUser } from './get-user'

export interface ListedSecondFactor {
  userId: number
  email: string
  enabledAt: Date
  recoveryCodesLeft: number
}

export async function listSecondFactors({ db }: DbDeps): Promise<ListedSecondFactor[]> {
  const rows = await db.secondFactor.findMany({
    orderBy: { user: { email: 'asc' } },
    select: {
      userId: true,
      enabledAt: true,
      user: { select: { email: true } },
      _count: { select: { recoveryCodes: true } },
    },
  })
  return rows.map(({ userId, enabledAt, user, _count }) => ({
    userId,
    email: user.email,
    enabledAt,
    recoveryCodesLeft: _count.recoveryCodes,
  }))
}

/**
 * Removes the recovery codes, too; sessions stay. Resolves to the user's id. Throws `user_not_found` or
 * `second_factor_not_found`.
 */
export async function resetSecondFactor({ db }: DbDeps, emailAddress: string): Promise<number> {
  const { id } = await getUser({ db }, emailAddress)
  const { count } = await db.secondFactor.deleteMany({ where: { userId: id } })
  if (count > 0) return id
  throw new AccountsError(
    'second_factor_not_found',
    `The user ${emailAddress.trim()} has no second factor, so nothing was changed.`,
  )
}
