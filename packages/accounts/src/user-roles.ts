import type { DbDeps } from '@pas/db/row-deps'

/** An admin invites and removes the people of their account, and makes its API keys. Constraints have the same list. */
export const userRoles = ['admin', 'member'] as const
export type UserRole = (typeof userRoles)[number]

/**
 * Changes of who is an admin of an account come one after another. Call it in a transaction, after locks on users' rows:
 * a sign-in locks in this order, too.
 */
export async function lockAccount({ db }: DbDeps, accountId: number): Promise<void> {
  await db.$queryRaw`SELECT id FROM accounts WHERE id = ${accountId}::int FOR NO KEY UPDATE`
}

/** Resolves to the role before, and to the account. Call it in a transaction. */
export async function setUserRole(
  { db }: DbDeps,
  userId: number,
  role: UserRole,
): Promise<{ before: string; accountId: number }> {
  const [user] = await db.$queryRaw<{ before: string; accountId: number }[]>`
    SELECT role AS before, account_id AS "accountId" FROM users WHERE id = ${userId}::int FOR NO KEY UPDATE`
  if (!user) throw new Error(`There is no user ${userId}`)
  await lockAccount({ db }, user.accountId)
  await db.user.update({ where: { id: userId }, data: { role } })
  return user
}
