import type { DbDeps } from '@pas/db/row-deps'

/**
 * Also ends sessions in which these users act for others (`/switch`), and the authorization requests that wait in the
 * ended sessions. Resolves to the number of sessions.
 */
export async function endSessions(
  { db }: DbDeps,
  whose: { userId: number } | { accountId: number },
): Promise<number> {
  const user = 'userId' in whose ? { id: whose.userId } : whose
  const { count } = await db.session.deleteMany({ where: { OR: [{ user }, { actor: user }] } })
  return count
}
