import type { Prisma } from '@pas/db/database'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

/** Rows deleted in one statement. */
const size = 1_000

/** Deletes the rows of a table that satisfy the condition, in batches. Resolves to their number. */
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
