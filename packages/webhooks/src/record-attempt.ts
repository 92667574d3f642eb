import { Prisma } from '@pas/db/database'
import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'
import { disableFailedWebhook } from './disable-webhook'
import type { LeasedDelivery } from './lease-deliveries'
import { maxRetryAfterMs, nextAttemptAt } from './retry-schedule'
import type { WebhookAttempt } from './webhook-attempt'

/** Without a success for this time, an endpoint is disabled. */
const mostFailingMs = 5 * 24 * 60 * 60 * 1000
/**
 * After this time without a failure, `failing_since` starts anew: two failures a week apart must not disable an
 * endpoint. Longer than the longest delay between attempts.
 */
const forgottenMs = 2 * 24 * 60 * 60 * 1000
const maxKeptAttempts = 20

export interface RecordedAttempt {
  /** `superseded`: nothing was recorded, because another process leased the message or `redeliver` was called. */
  outcome: 'delivered' | 'retried' | 'failed' | 'superseded'
  disabled: 'gone' | 'failing' | null
}

/**
 * After 2xx the message is delivered; after 410 it is given up and the endpoint disabled; otherwise it is sent again,
 * not before `retryAfterMs`. `random` is from 0 to 1.
 */
export async function recordAttempt(
  deps: DatabaseDeps,
  leased: LeasedDelivery,
  attempt: WebhookAttempt,
  { retryAfterMs, random }: { retryAfterMs: number | null; random: number },
): Promise<RecordedAttempt> {
  const { statusCode } = attempt
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { outcome: await recordSuccess(deps, leased, attempt), disabled: null }
  const now = deps.clock.now()
  const pausedUntil =
    retryAfterMs === null ? null : new Date(now.getTime() + Math.min(retryAfterMs, maxRetryAfterMs))
  const scheduled = statusCode === 410 ? null : nextAttemptAt(leased.attempt + 1, now, random)
  const nextAt = scheduled && pausedUntil && pausedUntil > scheduled ? pausedUntil : scheduled
  const [endpoint] = await deps.db.$queryRaw<{ failingSince: Date }[]>`
    WITH attempted AS (
      UPDATE webhook_deliveries
         SET status = ${nextAt ? 'pending' : 'failed'}, next_attempt_at = ${nextAt}::timestamptz, leased_until = NULL,
             attempt = attempt + 1, attempts = ${attemptsWith(attempt)}
       WHERE id = ${leased.id}::uuid AND leased_until = ${leased.leasedUntil}
      RETURNING webhook_id)
    UPDATE webhooks w
       SET failing_since = CASE WHEN w.failed_at > ${new Date(now.getTime() - forgottenMs)} THEN w.failing_since ELSE ${now} END,
           failed_at = ${now}, paused_until = greatest(w.paused_until, ${pausedUntil}::timestamptz)
      FROM attempted WHERE w.id = attempted.webhook_id
    RETURNING w.failing_since AS "failingSince"`
  if (!endpoint) return { outcome: 'superseded', disabled: null }
  const isFailingTooLong = now.getTime() - endpoint.failingSince.getTime() >= mostFailingMs
  const reason = statusCode === 410 ? 'gone' : isFailingTooLong ? 'failing' : null
  const isDisabled = reason !== null && (await disableFailedWebhook(deps, leased.webhookId, reason))
  return { outcome: nextAt ? 'retried' : 'failed', disabled: isDisabled ? reason : null }
}

async function recordSuccess(
  { db }: RowDeps,
  { id, leasedUntil }: LeasedDelivery,
  attempt: WebhookAttempt,
): Promise<'delivered' | 'superseded'> {
  const [recorded] = await db.$queryRaw<{ count: number }[]>`
    WITH delivered AS (
      UPDATE webhook_deliveries
         SET status = 'delivered', next_attempt_at = NULL, leased_until = NULL, attempt = attempt + 1,
             attempts = ${attemptsWith(attempt)}
       WHERE id = ${id}::uuid AND leased_until = ${leasedUntil}
      RETURNING webhook_id),
    healthy AS (
      UPDATE webhooks w SET failing_since = NULL, failed_at = NULL, paused_until = NULL
        FROM delivered WHERE w.id = delivered.webhook_id AND w.failing_since IS NOT NULL)
    SELECT count(*)::int AS count FROM delivered`
  return recorded?.count === 1 ? 'delivered' : 'superseded'
}

const attemptsWith = (attempt: WebhookAttempt): Prisma.Sql => Prisma.sql`
  CASE WHEN jsonb_array_length(attempts) < ${maxKeptAttempts}::int THEN attempts ELSE attempts - 0 END
  || jsonb_build_array(${JSON.stringify(attempt)}::jsonb)`
