import type { RowDeps } from '@pas/db/row-deps'
import { ownedBy, type WebhookOwner } from './webhook-owner'
import { newWebhookSecret } from './webhook-secret'

/** How long messages are signed with the previous secret, too. */
export const bothSecretsSignMs = 24 * 60 * 60 * 1000

/**
 * Gives an endpoint a new secret; resolves to its bytes, or to null when the caller manages no endpoint with this id.
 * The previous secret signs messages, too, for 24 hours; the one before that ends now. Call it in a transaction.
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
