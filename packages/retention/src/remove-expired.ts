import { familyLifetimeMs } from '@pas/accounts/family-lifetime'
import { Prisma } from '@pas/db/database'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 1_000

interface Expiring {
  table: string
  key: string
  /** After `expires_at`; 0 by default. */
  keptMs?: number
}

/**
 * Used codes are kept as long as their token family can live, and rotated refresh tokens until they expire: a second
 * use reveals a theft (RFC 6749 §10.5, §10.4).
 */
const expiring = {
  usedCodes: { table: 'authorization_codes', key: 'code_hash', keptMs: familyLifetimeMs },
  accessTokens: { table: 'access_tokens', key: 'token_hash' },
  refreshTokens: { table: 'refresh_tokens', key: 'token_hash' },
  tokenFamilies: { table: 'token_families', key: 'id' },
  authorizationRequests: { table: 'authorization_requests', key: 'id_hash' },
  sessions: { table: 'sessions', key: 'id_hash' },
  boardSessions: { table: 'board_sessions', key: 'id_hash' },
  oneTimeLinks: { table: 'one_time_links', key: 'id' },
  wrongCodesMails: { table: 'wrong_codes_mails', key: 'user_id' },
  webhookDeliveries: { table: 'webhook_deliveries', key: 'id' },
  shareContents: { table: 'share_contents', key: 'share_id' },
  // For 30 days, so that the link says that it has expired, and its owner sees how often it was opened.
  shares: { table: 'shares', key: 'id', keptMs: 30 * 24 * 60 * 60 * 1000 },
  // The key has two columns, so rows are named by their physical place, which FOR UPDATE keeps from changing.
  idempotencyKeys: { table: 'idempotency_keys', key: 'ctid' },
} satisfies Record<string, Expiring>

/** The step resolves to the number of rows removed. */
export function removeExpired(
  kind: keyof typeof expiring,
): (deps: Pick<RetentionDeps, 'db' | 'clock' | 'signal'>) => Promise<number> {
  const { table, key, keptMs = 0 }: Expiring = expiring[kind]
  return ({ db, clock, signal }) => {
    const oldest = new Date(clock.now().getTime() - keptMs)
    return repeatInBatches(signal, async () => {
      // ARRAY chooses the rows once: a plan that repeats the inner query would lock other rows. ORDER BY makes Postgres
      // use the index on `expires_at`, whatever its statistics say.
      const done = await db.$executeRaw`
        DELETE FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(key)} = ANY(ARRAY(
          SELECT ${Prisma.raw(key)} FROM ${Prisma.raw(table)} WHERE expires_at <= ${oldest}
           ORDER BY expires_at LIMIT ${size} FOR UPDATE SKIP LOCKED))`
      return { found: done, done }
    })
  }
}
