import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'

export type DisabledReason =
  | 'operator'
  /** It answered 410. */
  | 'gone'
  /** It failed for 5 days. */
  | 'failing'

/**
 * Waiting messages are kept for 7 days, and sent if the owner enables the endpoint meanwhile. Null when it is disabled
 * already or does not exist.
 */
export async function disableWebhook(
  { db, clock }: RowDeps,
  id: string,
  reason: DisabledReason,
): Promise<{ accountId: number } | null> {
  const [disabled] = await db.$queryRaw<{ accountId: number }[]>`
    UPDATE webhooks SET disabled_at = ${clock.now()}, disabled_reason = ${reason}
     WHERE id = ${id}::uuid AND disabled_at IS NULL RETURNING account_id AS "accountId"`
  return disabled ?? null
}

export const disableFailedWebhook = (
  { db, clock }: DatabaseDeps,
  id: string,
  reason: Exclude<DisabledReason, 'operator'>,
): Promise<boolean> =>
  db.$transaction(async (transaction) => {
    const disabled = await disableWebhook({ db: transaction, clock }, id, reason)
    if (!disabled) return false
    await recordAuditEvent(transaction, {
      at: clock.now(),
      actor: 'service:api',
      action: 'webhook.disable',
      target: `webhook:${id}`,
      details: { account_id: disabled.accountId, reason },
    })
    return true
  })
