import { Prisma, type Database, type Webhook, type WebhookDelivery } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { isServed, webhooksAndGivers } from './served-webhooks'

/** Attempts at a time to one endpoint, over all processes; one while the endpoint fails. */
export const maxAttemptsPerWebhook = 4
/** Attempts at a time of one account in one process, over all of its endpoints. */
export const maxAttemptsPerAccount = 16
/** How long a lease lasts. A process that has not recorded its attempt by then loses the message to another. */
export const leaseMs = 30_000

/** A message that this process is to send now, until `leasedUntil`. */
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

/**
 * Leases up to `room` messages that are due. `underWay` has the account of each attempt that this process is making.
 * Accounts take turns: the one with the fewest attempts under way is next, and none has more than
 * `maxAttemptsPerAccount`, so that endpoints of one account that hang do not delay another account's messages. In the
 * same way the endpoints of an account take turns, with no more than `maxAttemptsPerWebhook` each. While an endpoint
 * fails it gets one message at a time. Skips endpoints and messages that another process is leasing at this moment.
 */
export function leaseDeliveries(
  { db, clock }: RowDeps & { db: Database },
  { room, underWay }: { room: number; underWay: readonly number[] },
): Promise<LeasedDelivery[]> {
  const now = clock.now()
  const places = new Map<number, number>()
  for (const accountId of underWay) places.set(accountId, (places.get(accountId) ?? 0) + 1)
  return db.$transaction(async (transaction) => {
    const webhookIds = await lockWebhooks(transaction, now, places)
    return webhookIds.length === 0 ? [] : leaseOf(transaction, { webhookIds, now, room, places })
  })
}

/** Attempts that this process is making, by account. */
type Places = ReadonlyMap<number, number>

/** SQL condition on a row `d` of `webhook_deliveries`: it is due, and no process has leased it. */
const isDue = (now: Date): Prisma.Sql =>
  Prisma.sql`d.next_attempt_at <= ${now} AND (d.leased_until IS NULL OR d.leased_until <= ${now})`

/**
 * Locks the endpoints that have due messages. It is a statement of its own, so that the next statement's snapshot has
 * the leases that another process committed before this one got the locks: together they do not exceed the limit.
 * Leaves out accounts that have all of their places, so that other processes can lease these messages.
 */
async function lockWebhooks(db: Prisma.TransactionClient, now: Date, places: Places): Promise<string[]> {
  const full = [...places]
    .filter(([, count]) => count >= maxAttemptsPerAccount)
    .map(([accountId]) => accountId)
  const webhooks = await db.$queryRaw<{ id: string }[]>`
    SELECT w.id FROM ${webhooksAndGivers}
     WHERE ${isServed}
       AND (w.paused_until IS NULL OR w.paused_until <= ${now}) AND w.account_id <> ALL(${full}::int[])
       AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND ${isDue(now)})
     FOR NO KEY UPDATE OF w SKIP LOCKED`
  return webhooks.map(({ id }) => id)
}

async function leaseOf(
  db: Prisma.TransactionClient,
  { webhookIds, now, room, places }: { webhookIds: string[]; now: Date; room: number; places: Places },
): Promise<LeasedDelivery[]> {
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const rows = await db.$queryRaw<
    (Omit<LeasedDelivery, 'secrets' | 'leasedUntil'> & {
      secret: Uint8Array
      previousSecret: Uint8Array | null
    })[]
  >`
    WITH places AS (SELECT * FROM unnest(${[...places.keys()]}::int[], ${[...places.values()]}::int[]) AS p(account_id, taken)),
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
      SELECT due.id, due.next_attempt_at, coalesce(places.taken, 0)
             + row_number() OVER (PARTITION BY due.account_id ORDER BY due.turn_of_webhook, due.next_attempt_at) AS turn
        FROM due LEFT JOIN places USING (account_id)),
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

/** Gives a lease back without an attempt, as when the process stops: another makes the attempt at once. */
export async function returnLease({ db }: DbDeps, { id, leasedUntil }: LeasedDelivery): Promise<void> {
  await db.webhookDelivery.updateMany({ where: { id, leasedUntil }, data: { leasedUntil: null } })
}
