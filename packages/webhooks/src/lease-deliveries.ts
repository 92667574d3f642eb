import { hasUnfinishedPreview } from '@pas/captures/unfinished-work'
import { Prisma, type Database, type Webhook, type WebhookDelivery } from '@pas/db/database'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import { isServed, webhooksAndGivers } from './served-webhooks'

/** All processes together; 1 while the endpoint fails. */
export const maxAttemptsPerWebhook = 4
/** Per process, for all of the account's endpoints. */
export const maxAttemptsPerAccount = 16
/** After this time another process may send the message. */
export const leaseMs = 30_000

export interface LeasedDelivery extends Pick<
  WebhookDelivery,
  'id' | 'webhookId' | 'type' | 'emailId' | 'facts' | 'attempt' | 'createdAt'
> {
  leasedUntil: Date
  accountId: Webhook['accountId']
  url: Webhook['url']
  /** The newest first. */
  secrets: Uint8Array[]
}

/** Attempts of this process, by account. */
type Attempts = ReadonlyMap<number, number>

/**
 * `underWay`: the account of each attempt of this process. Accounts with the fewest attempts come first, then endpoints
 * with the fewest, so that those that hang do not delay others. Skips what another process is leasing.
 */
export async function leaseDeliveries(
  { db, clock }: DatabaseDeps,
  { room, underWay }: { room: number; underWay: readonly number[] },
): Promise<LeasedDelivery[]> {
  const now = clock.now()
  const attempts = new Map<number, number>()
  for (const accountId of underWay) attempts.set(accountId, (attempts.get(accountId) ?? 0) + 1)
  // Nearly always nothing is due: one statement says so, in place of a transaction's three.
  if (!(await isAnyDue(db, now, attempts))) return []
  return db.$transaction(async (transaction) => {
    const webhookIds = await lockWebhooks(transaction, now, attempts)
    return webhookIds.length === 0 ? [] : leaseLocked(transaction, { webhookIds, now, room, attempts })
  })
}

/** A message that was to wait for quiet (`add_webhook_messages`) waits for previews asked for since: another replaces it then. */
const isDue = (now: Date): Prisma.Sql =>
  Prisma.sql`d.next_attempt_at <= ${now} AND (d.leased_until IS NULL OR d.leased_until <= ${now})
         AND (d.type <> 'email.previews_finished' OR d.next_attempt_at <= d.created_at OR d.attempts <> '[]'
              OR NOT ${hasUnfinishedPreview(Prisma.sql`d.email_id`)})`

/** The rest of a query for endpoints with a due message. Leaves accounts at this process's limit to other processes. */
function dueWebhooks(now: Date, attempts: Attempts): Prisma.Sql {
  const full = [...attempts]
    .filter(([, count]) => count >= maxAttemptsPerAccount)
    .map(([accountId]) => accountId)
  return Prisma.sql`FROM ${webhooksAndGivers}
     WHERE ${isServed}
       AND (w.paused_until IS NULL OR w.paused_until <= ${now}) AND w.account_id <> ALL(${full}::int[])
       AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND ${isDue(now)})`
}

async function isAnyDue(db: Database, now: Date, attempts: Attempts): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isAny: boolean }[]>`
    SELECT EXISTS (SELECT ${dueWebhooks(now, attempts)}) AS "isAny"`
  return row?.isAny === true
}

/**
 * A statement of its own: the snapshot of the next one then has all leases that others committed, and the limit holds.
 */
async function lockWebhooks(db: Prisma.TransactionClient, now: Date, attempts: Attempts): Promise<string[]> {
  const webhooks = await db.$queryRaw<{ id: string }[]>`
    SELECT w.id ${dueWebhooks(now, attempts)} FOR NO KEY UPDATE OF w SKIP LOCKED`
  return webhooks.map(({ id }) => id)
}

async function leaseLocked(
  db: Prisma.TransactionClient,
  { webhookIds, now, room, attempts }: { webhookIds: string[]; now: Date; room: number; attempts: Attempts },
): Promise<LeasedDelivery[]> {
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const rows = await db.$queryRaw<
    (Omit<LeasedDelivery, 'secrets' | 'leasedUntil'> & {
      secret: Uint8Array
      previousSecret: Uint8Array | null
    })[]
  >`
    WITH attempts AS (
      SELECT * FROM unnest(${[...attempts.keys()]}::int[], ${[...attempts.values()]}::int[]) AS a(account_id, under_way)),
    free AS (
      SELECT w.id, w.account_id, CASE WHEN w.failing_since IS NULL THEN ${maxAttemptsPerWebhook}::int ELSE 1 END AS most,
             (SELECT count(*)::int FROM webhook_deliveries l WHERE l.webhook_id = w.id AND l.leased_until > ${now}) AS leased
        FROM webhooks w WHERE w.id = ANY(${webhookIds}::uuid[])),
    due AS (
      SELECT d.id, d.next_attempt_at, free.account_id,
             free.leased + row_number() OVER (PARTITION BY free.id ORDER BY d.next_attempt_at) AS turn_of_webhook
        FROM free CROSS JOIN LATERAL (
          SELECT d.id, d.next_attempt_at FROM webhook_deliveries d
           WHERE d.webhook_id = free.id AND ${isDue(now)}
           ORDER BY d.next_attempt_at LIMIT greatest(free.most - free.leased, 0) FOR UPDATE SKIP LOCKED) d),
    turns AS (
      SELECT due.id, due.next_attempt_at, coalesce(attempts.under_way, 0)
             + row_number() OVER (PARTITION BY due.account_id ORDER BY due.turn_of_webhook, due.next_attempt_at) AS turn
        FROM due LEFT JOIN attempts USING (account_id)),
    chosen AS (
      SELECT id FROM turns WHERE turn <= ${maxAttemptsPerAccount} ORDER BY turn, next_attempt_at LIMIT ${room})
    UPDATE webhook_deliveries d SET leased_until = ${leasedUntil}
      FROM webhooks w
     WHERE d.id = ANY(ARRAY(SELECT id FROM chosen)) AND w.id = d.webhook_id
    RETURNING d.id, d.webhook_id AS "webhookId", d.type, d.email_id AS "emailId", d.facts, d.attempt,
              d.created_at AS "createdAt", w.account_id AS "accountId", w.url, w.secret,
              CASE WHEN w.previous_secret_ends_at > ${now} THEN w.previous_secret END AS "previousSecret"`
  return rows.map(({ secret, previousSecret, ...row }) => ({
    ...row,
    leasedUntil,
    secrets: previousSecret ? [secret, previousSecret] : [secret],
  }))
}

/** Lets another process make the attempt at once. */
export async function returnLease({ db }: DbDeps, { id, leasedUntil }: LeasedDelivery): Promise<void> {
  await db.webhookDelivery.updateMany({ where: { id, leasedUntil }, data: { leasedUntil: null } })
}
