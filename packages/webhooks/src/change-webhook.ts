import type { WebhookSettings } from './create-webhook'
import { findWebhook, type ListedWebhook } from './find-webhooks'
import type { WebhookOwner } from './webhook-owner'
import type { WebhooksDeps } from './webhooks-deps'

/** What is known about an endpoint that failed. */
const noFailures = { failingSince: null, failedAt: null, pausedUntil: null } as const

/** What its owner changes; absent members stay as they are. */
export type WebhookChanges = {
  [Setting in keyof WebhookSettings]?: WebhookSettings[Setting] | undefined
} & { isEnabled?: boolean | undefined }

/**
 * Changes an endpoint; resolves to it, or to null when the caller manages none with this id. What waits is sent to the
 * new URL, and, when the endpoint is enabled again, without waiting for what the old one asked for. Disabling an
 * endpoint again keeps the reason for which it was disabled.
 */
export async function changeWebhook(
  { db, clock }: WebhooksDeps,
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
