import { familyLifetimeMs } from '@pas/accounts/family-lifetime'
import { Prisma } from '@pas/db/database'
import { inBatches } from './in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 1_000

interface Expiring {
  table: string
  key: string
  /** How long after `expires_at` a row goes. */
  keptMs?: number
}

/**
 * What goes when it has expired. A used code stays as long as a family that it began can live, and a rotated refresh token until it
 * expires, as their second use gives a theft away.
 */
const expiring = {
  usedCodes: { table: 'authorization_codes', key: 'code_hash', keptMs: familyLifetimeMs },
  accessTokens: { table: 'access_tokens', key: 'token_hash' },
  refreshTokens: { table: 'refresh_tokens', key: 'token_hash' },
  tokenFamilies: { table: 'token_families', key: 'id' },
  authorizationRequests: { table: 'authorization_requests', key: 'id_hash' },
  sessions: { table: 'sessions', key: 'id_hash' },
} satisfies Record<string, Expiring>

/** Makes the removal of what has expired of one kind; resolves to how many there were. */
export function removeExpired(
  kind: keyof typeof expiring,
): (deps: Pick<RetentionDeps, 'db' | 'clock' | 'signal'>) => Promise<number> {
  const { table, key, keptMs = 0 }: Expiring = expiring[kind]
  return ({ db, clock, signal }) => {
    const oldest = new Date(clock.now().getTime() - keptMs)
    return inBatches(signal, async () => {
      // An array, so that the rows are chosen once: a plan that asks the inner query again would lock others. In order, so that the
      // plan is the index on their age also when statistics have most rows expired.
      const done = await db.$executeRaw`
        DELETE FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(key)} = ANY(ARRAY(
          SELECT ${Prisma.raw(key)} FROM ${Prisma.raw(table)} WHERE expires_at <= ${oldest}
           ORDER BY expires_at LIMIT ${size} FOR UPDATE SKIP LOCKED))`
      return { found: done, done }
    })
  }
}
