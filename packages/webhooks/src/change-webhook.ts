import type { RowDeps } from '@pas/db/row-deps'
import type { WebhookSettings } from './create-webhook'
import { findWebhook, type ListedWebhook } from './find-webhooks'
import type { WebhookOwner } from './webhook-owner'

/** The columns of an endpoint that record failures, for one that has not failed. */
const noFailures = { failingSince: null, failedAt: null, pausedUntil: null } as const

/** The changes that an endpoint's owner asks for; absent members stay as they are. */
export type WebhookChanges = {
  [Setting in keyof WebhookSettings]?: WebhookSettings[Setting] | undefined
} & { isEnabled?: boolean | undefined }

/**
 * Changes an endpoint; resolves to it, or to null when the caller manages none with this id. Waiting messages are sent
 * to the new URL. A new URL, and enabling, forget earlier failures and end the pause that a `Retry-After` asked for.
 * Disabling an endpoint again keeps the reason for which it was disabled.
 */
export async function changeWebhook(
  { db, clock }: RowDeps,
  owner: WebhookOwner,
  id: string,
  { url, eventTypes, description, isEnabled }: WebhookChanges,
): Promise<ListedWebhook | null> {
  const webhook = await findWebhook({ db }, owner, id)
  if (!webhook) return null
  const isOtherUrl = url !== undefined && url !== webhook.url
  await db.webhook.updateMany({
    where: { id },
    data: {
      ...(url !== undefined && { url }),
      ...(eventTypes !== undefined && { eventTypes }),
      ...(description !== undefined && { description }),
      ...((isEnabled === true || isOtherUrl) && noFailures),
      ...(isEnabled && { disabledAt: null, disabledReason: null }),
    },
  })
  if (isEnabled === false) {
    await db.webhook.updateMany({
      where: { id, disabledAt: null },
      data: { disabledAt: clock.now(), disabledReason: 'owner' },
    })
  }
  return findWebhook({ db }, owner, id)
}
