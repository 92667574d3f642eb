import type { DbDeps } from '@pas/db/row-deps'

/** Sorted codes; null when the user has not chosen. */
export async function findEmailClientChoice({ db }: DbDeps, userId: number): Promise<string[] | null> {
  const chosen = await db.chosenEmailClient.findMany({
    where: { userId },
    orderBy: { emailClient: 'asc' },
    select: { emailClient: true },
  })
  return chosen.length > 0 ? chosen.map(({ emailClient }) => emailClient) : null
}

/**
 * An empty list returns the user to the default set. The codes must be of the catalogue. Resolves to the codes chosen
 * before. Call it in a transaction, which holds the row lock.
 */
export async function replaceEmailClientChoice(
  { db }: DbDeps,
  userId: number,
  codes: readonly string[],
): Promise<string[]> {
  // The lock keeps two forms of one user, saved at the same time, from mixing their choices.
  await db.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`
  const before = (await findEmailClientChoice({ db }, userId)) ?? []
  await db.chosenEmailClient.deleteMany({ where: { userId } })
  await db.chosenEmailClient.createMany({
    data: [...new Set(codes)].map((emailClient) => ({ userId, emailClient })),
  })
  return before
}

/** The audit trail only grows, so a row names at most this many added and this many removed codes. */
const maxNamed = 10

export function emailClientsChange(before: readonly string[], after: readonly string[]) {
  const [old, current] = [new Set(before), new Set(after)]
  const added = [...current].filter((code) => !old.has(code)).sort()
  const removed = [...old].filter((code) => !current.has(code)).sort()
  return {
    email_clients: current.size,
    added: added.length,
    removed: removed.length,
    added_codes: added.slice(0, maxNamed),
    removed_codes: removed.slice(0, maxNamed),
  }
}
