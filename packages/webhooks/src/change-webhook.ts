import type { RowDeps } from '@pas/db/row-deps'
import type { WebhookSettings } from './create-webhook'
import { findWebhook, ownedBy, type ListedWebhook, type WebhookOwner } from './find-webhooks'
import { newWebhookSecret } from './sign-message'

const noFailures = { failingSince: null, failedAt: null, pausedUntil: null } as const

export type WebhookChanges = {
  [Setting in keyof WebhookSettings]?: WebhookSettings[Setting] | undefined
} & { isEnabled?: boolean | undefined }

/**
 * Waiting messages go to a new URL. A new URL, and enabling, end failures and a pause by `Retry-After`. Disabling again
 * keeps the first reason. Null for another caller's endpoint.
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

export const bothSecretsSignMs = 24 * 60 * 60 * 1000

/**
 * For 24 hours the previous secret signs too; the one before that ends now. Null when the caller manages no endpoint
 * with this id. Call it in a transaction.
 */
export async function rotateWebhookSecret(
  { db, clock }: RowDeps,
  owner: WebhookOwner,
  id: string,
): Promise<Uint8Array | null> {
  const webhook = await db.webhook.findFirst({ where: { id, ...ownedBy(owner) }, select: { id: true } })
  if (!webhook) return null
  const secret = newWebhookSecret()
  const endsAt = new Date(clock.now().getTime() + bothSecretsSignMs)
  const rotated = await db.$executeRaw`
    UPDATE webhooks SET previous_secret = secret, previous_secret_ends_at = ${endsAt}, secret = ${secret}::bytea
     WHERE id = ${id}::uuid`
  return rotated === 0 ? null : secret
}
