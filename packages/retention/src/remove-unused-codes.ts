import type { Database } from '@pas/db/database'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 10_000

/** The `expires_at` up to which this process has read the codes of a database. */
const lookedUntil = new WeakMap<Database, Date>()

/**
 * Resolves to the number of expired, unused codes. An index for unused codes would slow every exchange, so each process
 * reads each code once and remembers its position. New codes expire later than that.
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
