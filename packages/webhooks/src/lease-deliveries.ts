import { Prisma, type Database, type Webhook, type WebhookDelivery } from '@pas/db/database'
import type { WebhooksDeps } from './webhooks-deps'

/** Attempts at a time to one endpoint, over all processes; one while the endpoint fails. */
export const maxAttemptsPerWebhook = 4
/** How long a lease lasts. A process that has not recorded its attempt by then loses the message to another. */
export const leaseMs = 30_000

/** A message that this process is to send now, until `leasedUntil`. */
export interface LeasedDelivery extends Pick<
  WebhookDelivery,
  'id' | 'webhookId' | 'type' | 'emailId' | 'facts' | 'attempt' | 'createdAt'
> {
  leasedUntil: Date
  url: Webhook['url']
  /** The newest first. */
  secrets: Uint8Array[]
}

/**
 * Leases up to `room` messages that are due, of each endpoint no more than `maxAttemptsPerWebhook` at a time, so that
 * an endpoint that hangs delays no other. While one fails it gets one message at a time, so that many of them cannot
 * occupy a whole process. Skips endpoints and messages that another process is leasing at this moment.
 */
export function leaseDeliveries(
  { db, clock }: WebhooksDeps & { db: Database },
  { room }: { room: number },
): Promise<LeasedDelivery[]> {
  const now = clock.now()
  return db.$transaction(async (transaction) => {
    const webhookIds = await lockWebhooks(transaction, now)
    return webhookIds.length === 0 ? [] : leaseOf(transaction, { webhookIds, now, room })
  })
}

/** SQL condition on a row `d` of `webhook_deliveries`: it is due, and no process has leased it. */
const isDue = (now: Date): Prisma.Sql =>
  Prisma.sql`d.next_attempt_at <= ${now} AND (d.leased_until IS NULL OR d.leased_until <= ${now})`

/**
 * Locks the endpoints that have due messages. It is a statement of its own, so that the next statement's snapshot has
 * the leases that another process committed before this one got the locks: together they do not exceed the limit.
 */
async function lockWebhooks(db: Prisma.TransactionClient, now: Date): Promise<string[]> {
  const webhooks = await db.$queryRaw<{ id: string }[]>`
    SELECT w.id FROM webhooks w
      JOIN accounts a ON a.id = w.account_id
      LEFT JOIN oauth_applications o ON o.id = w.oauth_application_id
     WHERE w.disabled_at IS NULL AND a.disabled_at IS NULL AND o.disabled_at IS NULL
       AND (w.paused_until IS NULL OR w.paused_until <= ${now})
       AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND ${isDue(now)})
     FOR NO KEY UPDATE OF w SKIP LOCKED`
  return webhooks.map(({ id }) => id)
}

async function leaseOf(
  db: Prisma.TransactionClient,
  { webhookIds, now, room }: { webhookIds: string[]; now: Date; room: number },
): Promise<LeasedDelivery[]> {
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const rows = await db.$queryRaw<
    (Omit<LeasedDelivery, 'secrets' | 'leasedUntil'> & {
      secret: Uint8Array
      previousSecret: Uint8Array | null
    })[]
  >`
    WITH free AS (
      SELECT w.id, CASE WHEN w.failing_since IS NULL THEN ${maxAttemptsPerWebhook}::int ELSE 1 END
             - (SELECT count(*)::int FROM webhook_deliveries l WHERE l.webhook_id = w.id AND l.leased_until > ${now}) AS slots
        FROM webhooks w WHERE w.id = ANY(${webhookIds}::uuid[])),
    due AS (
      SELECT d.id FROM free CROSS JOIN LATERAL (
        SELECT d.id, d.next_attempt_at FROM webhook_deliveries d
         WHERE d.webhook_id = free.id AND ${isDue(now)}
         ORDER BY d.next_attempt_at LIMIT greatest(free.slots, 0) FOR UPDATE SKIP LOCKED) d
       ORDER BY d.next_attempt_at LIMIT ${room})
    UPDATE webhook_deliveries d SET leased_until = ${leasedUntil}
      FROM webhooks w
     WHERE d.id = ANY(ARRAY(SELECT id FROM due)) AND w.id = d.webhook_id
    RETURNING d.id, d.webhook_id AS "webhookId", d.type, d.email_id AS "emailId", d.facts, d.attempt,
              d.created_at AS "createdAt", w.url, w.secret,
              CASE WHEN w.previous_secret_ends_at > ${now} THEN w.previous_secret END AS "previousSecret"`
  return rows.map(({ secret, previousSecret, ...row }) => ({
    ...row,
    leasedUntil,
    secrets: previousSecret ? [secret, previousSecret] : [secret],
  }))
}

/** Gives a lease back without an attempt, as when the process stops: another makes the attempt at once. */
export async function returnLease(
  { db }: Pick<WebhooksDeps, 'db'>,
  { id, leasedUntil }: LeasedDelivery,
): Promise<void> {
  await db.webhookDelivery.updateMany({ where: { id, leasedUntil }, data: { leasedUntil: null } })
}
