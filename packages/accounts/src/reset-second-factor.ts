import type { DbDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { getUser } from './get-user'

/**
 * Turns a user's second factor off, with its recovery codes, so that the password alone signs them in; sessions stay.
 * Resolves to the user's id. Throws `user_not_found`, or `second_factor_not_found` when there is none.
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
