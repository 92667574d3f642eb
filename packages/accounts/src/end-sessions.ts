import type { AccountsDeps } from './accounts-deps'

/** Signs a user out of every browser; resolves to the number of sessions ended. */
export async function endSessions({ db }: Pick<AccountsDeps, 'db'>, userId: number): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { userId } })
  return count
}
