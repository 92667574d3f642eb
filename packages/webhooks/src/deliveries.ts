import { randomUUID } from 'node:crypto'
import type { WebhookDelivery } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { isServed, webhooksAndGivers } from './served-webhooks'

/** A message to one endpoint is to be sent, was answered with 2xx, or is given up. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** docs/contract.md §4.8. The trigger `add_webhook_messages` has the same number. */
const deliveryLifetimeMs = 7 * 24 * 60 * 60 * 1000

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
        // Says no more than `OR`, but Postgres can use an index for it.
        createdAt: { lte: before.createdAt },
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })

/**
 * Resolves to the id of a new `webhook.test`, or of one that waits, so that a caller cannot have us send many requests
 * to a host that is not theirs.
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
 * Makes a delivery due now, whatever its state, and starts its attempts anew. Resolves to whether there is one. The
 * result of an attempt under way is no longer recorded.
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

export interface WebhookBacklog {
  /** Messages neither delivered nor given up, to endpoints that `isServed` allows. */
  waiting: number
  /** Leaves out leased messages and failing endpoints. */
  oldestDueAt: Date | null
  /** Endpoints without a success for an hour or more. */
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
