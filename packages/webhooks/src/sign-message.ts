import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** Signed with each secret, the newest first (Standard Webhooks, "Webhook headers"). */
export function signMessage(
  secrets: readonly Uint8Array[],
  message: { deliveryId: string; at: Date; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const id = messageIdOf(message.deliveryId)
  const signatures = secrets.map((secret) =>
    new Webhook(webhookSecretText(secret)).sign(id, message.at, message.body),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(message.at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * The `webhook-id`, the same for every attempt. Without `.`, because the signed text is `<id>.<timestamp>.<body>`
 * (Standard Webhooks, "Signature scheme").
 */
export const messageIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`

export function deliveryIdOf(messageId: string): string | null {
  const parts = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(messageId)
  return parts ? parts.slice(1).join('-') : null
}

/** Standard Webhooks, "Signature scheme", asks for 24 to 64 bytes. */
const secretBytes = 32

export const newWebhookSecret = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(secretBytes))

/** As partners' libraries read it (Standard Webhooks, "Signature scheme"). */
export const webhookSecretText = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret).toString('base64')}`
