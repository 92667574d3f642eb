import type { Database } from '@pas/db/database'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

/** Codes read in one batch. */
const size = 10_000

/** The `expires_at` up to which this process has read the codes of a database. */
const lookedUntil = new WeakMap<Database, Date>()

/**
 * Removes codes that expired unused; resolves to their number. Used codes stay in the table for a year, and an index
 * that tells them apart would make every exchange write to all indexes of the table. So each process reads each code
 * once and remembers how far it came. A code expires a minute after it is made, so a new one is never behind that
 * position.
 */
export function removeUnusedCodes({
  db,
  clock,
  signal,
}: Pick<RetentionDeps, 'db' | 'clock' | 'signal'>): Promise<number> {
  const now = clock.now()
  return repeatInBatches(signal, async () => {
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
