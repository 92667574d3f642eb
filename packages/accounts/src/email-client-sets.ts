import type { DbDeps } from '@pas/db/row-deps'

export const maxEmailClientSets = 20
/** Characters (code points) of the longest name of a set. */
export const maxSetNameLength = 60

/** A choice of email clients that a user has named. */
export interface EmailClientSet {
  id: number
  name: string
  /** Codes that were in the catalogue when the set was saved, sorted. */
  emailClients: string[]
}

/** A user's sets, by name. */
export const listEmailClientSets = ({ db }: DbDeps, userId: number): Promise<EmailClientSet[]> =>
  db.emailClientSet.findMany({
    where: { userId },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, emailClients: true },
  })

/**
 * Saves a set: makes one, or replaces the codes of the one with this name. `name` has 1 to `maxSetNameLength`
 * characters; the codes, at least one, must be of the catalogue. Resolves to its id and the codes before, or to null,
 * and saves nothing, when the user has `maxEmailClientSets` others. Call it in a transaction, which holds the row lock.
 */
export async function saveEmailClientSet(
  { db }: DbDeps,
  userId: number,
  { name, emailClients }: Omit<EmailClientSet, 'id'>,
): Promise<{ id: number; before: string[] } | null> {
  // The lock keeps two forms of one user, sent at the same time, from making more sets than are allowed.
  await db.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`
  const others = await db.emailClientSet.count({ where: { userId, NOT: { name } } })
  if (others >= maxEmailClientSets) return null
  const codes = [...new Set(emailClients)].sort()
  const earlier = await db.emailClientSet.findUnique({
    where: { userId_name: { userId, name } },
    select: { emailClients: true },
  })
  const { id } = await db.emailClientSet.upsert({
    where: { userId_name: { userId, name } },
    create: { userId, name, emailClients: codes },
    update: { emailClients: codes },
  })
  return { id, before: earlier?.emailClients ?? [] }
}

/** Deletes a set of the user's. Resolves to its name, or to null when the user has no such set. */
export async function deleteEmailClientSet(
  { db }: DbDeps,
  userId: number,
  id: number,
): Promise<string | null> {
  const [deleted] = await db.$queryRaw<{ name: string }[]>`
    DELETE FROM email_client_sets WHERE id = ${id}::int AND user_id = ${userId}::int RETURNING name`
  return deleted?.name ?? null
}
