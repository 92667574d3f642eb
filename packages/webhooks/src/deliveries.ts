import { randomUUID } from 'node:crypto'
import type { WebhookDelivery } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { isServed, webhooksAndGivers } from './served-webhooks'

/** States of a delivery, which is one message for one endpoint: to be sent, answered with 2xx, or given up. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** docs/contract.md §4.8: deliveries are kept for 7 days. The trigger `add_webhook_messages` has the same number. */
const deliveryLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** An endpoint's deliveries, newest first: at most `take`, older than `before` unless that is null. */
export const listDeliveries = (
  { db }: DbDeps,
  webhookId: string,
  {
    status,
    before,
    take,
  }: {
    status: DeliveryStatus | undefined
    before: { createdAt: Date; id: string } | null
    take: number
  },
): Promise<WebhookDelivery[]> =>
  db.webhookDelivery.findMany({
    where: {
      webhookId,
      ...(status !== undefined && { status }),
      ...(before && {
        OR: [{ createdAt: { lt: before.createdAt } }, { createdAt: before.createdAt, id: { lt: before.id } }],
        createdAt: { lte: before.createdAt },
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })

/**
 * Adds a `webhook.test` for an endpoint, due now; resolves to the delivery's id. While one waits, no other is added and
 * its id is the result, so that a caller cannot have us send many requests to a host that is not theirs.
 */
export async function addTestMessage({ db, clock }: RowDeps, webhookId: string): Promise<string> {
  const now = clock.now()
  const waiting = await db.webhookDelivery.findFirst({
    where: { webhookId, type: 'webhook.test', nextAttemptAt: { not: null } },
    select: { id: true },
  })
  if (waiting) return waiting.id
  const id = randomUUID()
  await db.webhookDelivery.create({
    data: {
      id,
      webhookId,
      type: 'webhook.test',
      facts: {},
      nextAttemptAt: now,
      createdAt: now,
      expiresAt: new Date(now.getTime() + deliveryLifetimeMs),
    },
  })
  return id
}

/**
 * Makes a delivery of an endpoint due now, whatever its state, and starts its schedule of attempts anew. Resolves to
 * whether the endpoint has a delivery with this id. The result of an attempt that is under way is no longer recorded.
 */
export async function redeliver(
  { db, clock }: RowDeps,
  webhookId: string,
  deliveryId: string,
): Promise<boolean> {
  const { count } = await db.webhookDelivery.updateMany({
    where: { id: deliveryId, webhookId },
    data: { status: 'pending', nextAttemptAt: clock.now(), leasedUntil: null, attempt: 0 },
  })
  return count > 0
}

/** How many messages wait, and which endpoints fail. */
export interface WebhookBacklog {
  /** Messages of endpoints to which messages are sent (`isServed`) that are neither delivered nor given up. */
  waiting: number
  /** When the earliest message is due that is not leased and whose endpoint does not fail; null without one. */
  oldestDueAt: Date | null
  /** Endpoints to which messages are sent that have failed for an hour or more without a success. */
  failing: number
}

const failingMs = 60 * 60 * 1000

export async function measureWebhooks({ db, clock }: RowDeps): Promise<WebhookBacklog> {
  const now = clock.now()
  const [measured] = await db.$queryRaw<WebhookBacklog[]>`
    SELECT count(d.id)::int AS waiting,
           min(d.next_attempt_at) FILTER (WHERE w.failing_since IS NULL AND d.leased_until IS NULL) AS "oldestDueAt",
           (SELECT count(*)::int FROM ${webhooksAndGivers}
             WHERE ${isServed} AND w.failing_since <= ${new Date(now.getTime() - failingMs)}) AS failing
      FROM ${webhooksAndGivers}
      JOIN webhook_deliveries d ON d.webhook_id = w.id
     WHERE d.next_attempt_at IS NOT NULL AND ${isServed}`
  return measured ?? { waiting: 0, oldestDueAt: null, failing: 0 }
}
