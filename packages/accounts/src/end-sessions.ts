import type { DbDeps } from '@pas/db/row-deps'

/**
 * Also ends sessions switched to another user, and authorization requests that wait in these sessions. Resolves to the
 * number of sessions.
 */
export async function endSessions(
  { db }: DbDeps,
  whose: { userId: number } | { accountId: number },
): Promise<number> {
  const user = 'userId' in whose ? { id: whose.userId } : whose
  const { count } = await db.session.deleteMany({ where: { OR: [{ user }, { actor: user }] } })
  return count
}
