import { familyLifetimeMs } from '@pas/accounts/revoke-token-families'
import { Prisma, type Database } from '@pas/db/database'
import { repeatInBatches, repeatStatement } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

interface Expiring {
  table: string
  key: string
  /** Time after `expires_at`; 0 by default. */
  keptMs?: number
}

/** Used codes are kept as long as their token family can live: a second use reveals a theft (RFC 6749 §10.5, §10.4). */
const expiring = {
  usedCodes: { table: 'authorization_codes', key: 'code_hash', keptMs: familyLifetimeMs },
  accessTokens: { table: 'access_tokens', key: 'token_hash' },
  refreshTokens: { table: 'refresh_tokens', key: 'token_hash' },
  tokenFamilies: { table: 'token_families', key: 'id' },
  authorizationRequests: { table: 'authorization_requests', key: 'id_hash' },
  sessions: { table: 'sessions', key: 'id_hash' },
  boardSessions: { table: 'board_sessions', key: 'id_hash' },
  oneTimeLinks: { table: 'one_time_links', key: 'id' },
  invitations: { table: 'invitations', key: 'id' },
  wrongCodesMails: { table: 'wrong_codes_mails', key: 'user_id' },
  webhookDeliveries: { table: 'webhook_deliveries', key: 'id' },
  shareContents: { table: 'share_contents', key: 'share_id' },
  // For 30 days, so that the link says that it has expired, and its owner sees how often it was opened.
  shares: { table: 'shares', key: 'id', keptMs: 30 * 24 * 60 * 60 * 1000 },
  // Their keys have two columns, so rows are named by their physical place, which FOR UPDATE keeps from changing.
  grantCounts: { table: 'grant_counts', key: 'ctid' },
  idempotencyKeys: { table: 'idempotency_keys', key: 'ctid' },
} satisfies Record<string, Expiring>

export function removeExpired(
  kind: keyof typeof expiring,
): (deps: Pick<RetentionDeps, 'db' | 'clock' | 'signal'>) => Promise<number> {
  const { table, key, keptMs = 0 }: Expiring = expiring[kind]
  return ({ db, clock, signal }) => {
    const oldest = new Date(clock.now().getTime() - keptMs)
    // ARRAY chooses the rows once: a plan that repeats the inner query would lock other rows. ORDER BY makes Postgres
    // use the index on `expires_at`, whatever its statistics say.
    return repeatStatement(
      signal,
      (limit) => db.$executeRaw`
        DELETE FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(key)} = ANY(ARRAY(
          SELECT ${Prisma.raw(key)} FROM ${Prisma.raw(table)} WHERE expires_at <= ${oldest}
           ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    )
  }
}

const codesPerBatch = 10_000

/** The `expires_at` up to which this process has read the codes of a database. */
const lookedUntil = new WeakMap<Database, Date>()

/**
 * Resolves to their number. An index for unused codes would slow every exchange, so each process reads each code once,
 * and remembers how far: new codes expire later.
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
         ORDER BY expires_at LIMIT ${codesPerBatch}) AS next`
    if (until === null) return { found: 0, done: 0 }
    const done = await db.$executeRaw`
      DELETE FROM authorization_codes WHERE code_hash = ANY(ARRAY(
        SELECT code_hash FROM authorization_codes
         WHERE expires_at > ${after} AND expires_at <= ${until} AND used_at IS NULL FOR UPDATE SKIP LOCKED))`
    lookedUntil.set(db, until)
    // There may be later codes, whether or not these were unused.
    return { found: 1, done }
  })
}
