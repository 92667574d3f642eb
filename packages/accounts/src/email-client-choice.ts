import type { AccountsDeps } from './accounts-deps'

/** The codes of the email clients that a user chose, sorted; null when the user has not chosen. */
export async function findEmailClientChoice(
  { db }: Pick<AccountsDeps, 'db'>,
  userId: number,
): Promise<string[] | null> {
  const chosen = await db.chosenEmailClient.findMany({
    where: { userId },
    orderBy: { emailClient: 'asc' },
    select: { emailClient: true },
  })
  return chosen.length > 0 ? chosen.map(({ emailClient }) => emailClient) : null
}

/**
 * Replaces what a user chose, in a transaction of the caller's; an empty choice returns the user to the default set. The codes must
 * be of the catalogue.
 */
export async function replaceEmailClientChoice(
  { db }: Pick<AccountsDeps, 'db'>,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  // Two forms of one user saved at once must not mix.
  await db.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`
  await db.chosenEmailClient.deleteMany({ where: { userId } })
  await db.chosenEmailClient.createMany({
    data: [...new Set(codes)].map((emailClient) => ({ userId, emailClient })),
  })
}
