import { randomUUID } from 'node:crypto'
import type { WebhookDelivery } from '@pas/db/database'
import type { WebhooksDeps } from './webhooks-deps'

/** What became of a message for an endpoint. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** docs/contract.md §4: deliveries are kept for 7 days. The trigger `add_webhook_messages` has the same number. */
const deliveryLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** An endpoint's deliveries behind `before`, newest first. */
export const listDeliveries = (
  { db }: Pick<WebhooksDeps, 'db'>,
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
 * Adds a `webhook.test` for an endpoint, due now; resolves to the delivery's id. While one waits no other is added, so
 * that nobody has us send many requests to a host that is not theirs.
 */
export async function addTestMessage({ db, clock }: WebhooksDeps, webhookId: string): Promise<string> {
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
 * Makes a delivery of an endpoint due now, whatever became of it, with all its attempts ahead. Resolves to whether
 * there is one with this id. An attempt that is under way changes nothing more.
 */
export async function redeliver(
  { db, clock }: WebhooksDeps,
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
  /** Messages of enabled endpoints that are not delivered, nor given up. */
  waiting: number
  /** The earliest time at which a message is or was due, of endpoints that do not fail; null with none. */
  oldestDueAt: Date | null
  /** Enabled endpoints that have failed, and not succeeded, for an hour. */
  failing: number
}

const failingMs = 60 * 60 * 1000

/** Measures the backlog of all accounts. */
export async function measureWebhooks({ db, clock }: WebhooksDeps): Promise<WebhookBacklog> {
  const now = clock.now()
  const [measured] = await db.$queryRaw<WebhookBacklog[]>`
    SELECT count(d.id)::int AS waiting,
           min(d.next_attempt_at) FILTER (WHERE w.failing_since IS NULL AND d.leased_until IS NULL) AS "oldestDueAt",
           (SELECT count(*)::int FROM webhooks
             WHERE disabled_at IS NULL AND failing_since <= ${new Date(now.getTime() - failingMs)}) AS failing
      FROM webhook_deliveries d
      JOIN webhooks w ON w.id = d.webhook_id
      JOIN accounts a ON a.id = w.account_id
      LEFT JOIN oauth_applications o ON o.id = w.oauth_application_id
     WHERE d.next_attempt_at IS NOT NULL AND w.disabled_at IS NULL AND a.disabled_at IS NULL AND o.disabled_at IS NULL`
  return measured ?? { waiting: 0, oldestDueAt: null, failing: 0 }
}
