import type { DbDeps } from '@pas/db/row-deps'

export const maxEmailClientSets = 20
/** Code points. */
export const maxSetNameLength = 60

export interface EmailClientSet {
  id: number
  name: string
  /** Sorted codes, which were in the catalogue when the set was saved. */
  emailClients: string[]
}

export const listEmailClientSets = ({ db }: DbDeps, userId: number): Promise<EmailClientSet[]> =>
  db.emailClientSet.findMany({
    where: { userId },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, emailClients: true },
  })

/**
 * Makes the set or replaces its codes, which must be of the catalogue. Null when the user has `maxEmailClientSets`
 * others. Call it in a transaction, which holds the row lock.
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

/** Resolves to its name; null when there is none. */
export async function deleteEmailClientSet(
  { db }: DbDeps,
  userId: number,
  id: number,
): Promise<string | null> {
  const [deleted] = await db.$queryRaw<{ name: string }[]>`
    DELETE FROM email_client_sets WHERE id = ${id}::int AND user_id = ${userId}::int RETURNING name`
  return deleted?.name ?? null
}
