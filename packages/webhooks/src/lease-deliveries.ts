import { Prisma, type Webhook, type WebhookDelivery } from '@pas/db/database'
import type { WebhooksDeps } from './webhooks-deps'

/** Attempts at a time to one endpoint, over all processes; one while the endpoint fails. */
export const maxAttemptsPerWebhook = 4
/** How long a process may take for an attempt that it leased, before another makes it. */
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
export async function leaseDeliveries(
  { db, clock }: WebhooksDeps,
  { room }: { room: number },
): Promise<LeasedDelivery[]> {
  const now = clock.now()
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const isDue = Prisma.sql`d.next_attempt_at <= ${now} AND (d.leased_until IS NULL OR d.leased_until <= ${now})`
  const rows = await db.$queryRaw<
    (Omit<LeasedDelivery, 'secrets' | 'leasedUntil'> & {
      secret: Uint8Array
      previousSecret: Uint8Array | null
    })[]
  >`
    WITH free AS (
      SELECT w.id, w.url, w.secret, CASE WHEN w.previous_secret_ends_at > ${now} THEN w.previous_secret END AS previous_secret,
             CASE WHEN w.failing_since IS NULL THEN ${maxAttemptsPerWebhook}::int ELSE 1 END
             - (SELECT count(*)::int FROM webhook_deliveries l WHERE l.webhook_id = w.id AND l.leased_until > ${now}) AS slots
        FROM webhooks w
        JOIN accounts a ON a.id = w.account_id
        LEFT JOIN oauth_applications o ON o.id = w.oauth_application_id
       WHERE w.disabled_at IS NULL AND a.disabled_at IS NULL AND o.disabled_at IS NULL
         AND (w.paused_until IS NULL OR w.paused_until <= ${now})
         AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND ${isDue})
       FOR NO KEY UPDATE OF w SKIP LOCKED),
    due AS (
      SELECT d.id FROM free CROSS JOIN LATERAL (
        SELECT d.id, d.next_attempt_at FROM webhook_deliveries d
         WHERE d.webhook_id = free.id AND ${isDue}
         ORDER BY d.next_attempt_at LIMIT greatest(free.slots, 0) FOR UPDATE SKIP LOCKED) d
       ORDER BY d.next_attempt_at LIMIT ${room})
    UPDATE webhook_deliveries d SET leased_until = ${leasedUntil}
      FROM free
     WHERE d.id = ANY(ARRAY(SELECT id FROM due)) AND free.id = d.webhook_id
    RETURNING d.id, d.webhook_id AS "webhookId", d.type, d.email_id AS "emailId", d.facts, d.attempt,
              d.created_at AS "createdAt", free.url, free.secret, free.previous_secret AS "previousSecret"`
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
