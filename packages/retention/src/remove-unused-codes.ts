import type { Database } from '@pas/db/database'
import { inBatches } from './in-batches'
import type { RetentionDeps } from './retention-deps'

/** Codes looked at in one batch. */
const size = 10_000

/** Until when this process has looked at the codes of a database. */
const lookedUntil = new WeakMap<Database, Date>()

/**
 * Removes codes that have expired without being used; resolves to how many. Used codes are kept for a year, and an index that knows them
 * apart would have every exchange write to all indexes of the table: each code is looked at once instead, and a process remembers how far
 * it came. A code is made a minute before it expires, so that none comes in behind.
 */
export function removeUnusedCodes({
  db,
  clock,
  signal,
}: Pick<RetentionDeps, 'db' | 'clock' | 'signal'>): Promise<number> {
  const now = clock.now()
  return inBatches(signal, async () => {
    const after = lookedUntil.get(db) ?? new Date(0)
    const [{ until } = { until: null }] = await db.$queryRaw<{ until: Date | null }[]>`
      SELECT max(expires_at) AS until FROM (
        SELECT expires_at FROM authorization_codes WHERE expires_at > ${after} AND expires_at <= ${now}
         ORDER BY expires_at LIMIT ${size}) AS next`
    if (until === null) return { found: 0, done: 0 }
    const done = await db.$executeRaw`
      DELETE FROM authorization_codes WHERE code_hash = ANY(ARRAY(
        SELECT code_hash FROM authorization_codes
         WHERE expires_at > ${after} AND expires_at <= ${until} AND used_at IS NULL FOR UPDATE SKIP LOCKED))`
    lookedUntil.set(db, until)
    return { found: 1, done }
  })
}
