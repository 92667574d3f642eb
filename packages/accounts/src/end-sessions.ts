import type { DbDeps } from '@pas/db/row-deps'

/**
 * Ends these users' sessions, sessions in which they act for others (`/switch`), and the authorization requests that
 * wait in these. Resolves to the number of sessions.
 */
export async function endSessions(
  { db }: DbDeps,
  whose: { userId: number } | { accountId: number },
): Promise<number> {
  const user = 'userId' in whose ? { id: whose.userId } : whose
  const { count } = await db.session.deleteMany({ where: { OR: [{ user }, { actor: user }] } })
  return count
}
