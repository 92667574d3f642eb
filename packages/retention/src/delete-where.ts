import type { Prisma } from '@pas/db/database'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 1_000

/** In batches. Resolves to the number of rows. */
export const deleteWhere = (
  { db, signal }: Pick<RetentionDeps, 'db' | 'signal'>,
  table: Prisma.Sql,
  condition: Prisma.Sql,
): Promise<number> =>
  repeatInBatches(signal, async () => {
    const done = await db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${size}))`
    return { found: done, done }
  })
