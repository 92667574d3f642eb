import type { DbDeps } from '@pas/db/row-deps'

/**
 * Signs a user, or every user of an account, out of every browser, including sessions in which they switched to another
 * user. Authorization requests that wait for an answer in these sessions end, too. Resolves to the number of sessions
 * ended.
 */
export async function endSessions(
  { db }: DbDeps,
  whose: { userId: number } | { accountId: number },
): Promise<number> {
  const user = 'userId' in whose ? { id: whose.userId } : whose
  const { count } = await db.session.deleteMany({ where: { OR: [{ user }, { actor: user }] } })
  return count
}
