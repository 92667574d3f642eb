import { familyLifetimeMs } from '@pas/accounts/family-lifetime'
import { Prisma } from '@pas/db/database'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 1_000

interface Expiring {
  table: string
  key: string
  /** How long a row is kept after its `expires_at`; 0 when not given. */
  keptMs?: number
}

/**
 * The tables whose expired rows are removed. A used code is kept as long as the token family it began can live, and a
 * rotated refresh token until it expires, because a second use of either reveals a theft (RFC 6749 §10.5, §10.4).
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
  // Kept for 30 days, so that the link says that it has expired, and its owner sees how often it was opened.
  shares: { table: 'shares', key: 'id', keptMs: 30 * 24 * 60 * 60 * 1000 },
  // The key has two columns, so rows are named by their physical place, which FOR UPDATE keeps from changing.
  idempotencyKeys: { table: 'idempotency_keys', key: 'ctid' },
} satisfies Record<string, Expiring>

/** Makes the step that removes one kind's expired rows, in batches of `size`; the step resolves to their number. */
export function removeExpired(
  kind: keyof typeof expiring,
): (deps: Pick<RetentionDeps, 'db' | 'clock' | 'signal'>) => Promise<number> {
  const { table, key, keptMs = 0 }: Expiring = expiring[kind]
  return ({ db, clock, signal }) => {
    const oldest = new Date(clock.now().getTime() - keptMs)
    return repeatInBatches(signal, async () => {
      // ARRAY, so that the rows are chosen once: a plan that runs the inner query again would lock other rows. ORDER
      // BY, so that Postgres uses the index on `expires_at` also when its statistics say that most rows have expired.
      const done = await db.$executeRaw`
        DELETE FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(key)} = ANY(ARRAY(
          SELECT ${Prisma.raw(key)} FROM ${Prisma.raw(table)} WHERE expires_at <= ${oldest}
           ORDER BY expires_at LIMIT ${size} FOR UPDATE SKIP LOCKED))`
      return { found: done, done }
    })
  }
}
