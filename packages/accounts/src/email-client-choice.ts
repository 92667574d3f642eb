import type { DbDeps } from '@pas/db/row-deps'

/** The codes of the email clients that a user chose, sorted; null when the user has not chosen. */
export async function findEmailClientChoice({ db }: DbDeps, userId: number): Promise<string[] | null> {
  const chosen = await db.chosenEmailClient.findMany({
    where: { userId },
    orderBy: { emailClient: 'asc' },
    select: { emailClient: true },
  })
  return chosen.length > 0 ? chosen.map(({ emailClient }) => emailClient) : null
}

/**
 * Replaces the email clients that a user chose, and resolves to those before; an empty list returns the user to the
 * default set. The codes must be of the catalogue. Call it in a transaction: the row lock holds only until it ends.
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
