import { Webhook } from 'standardwebhooks'
import { messageIdOf } from './message-id'
import { webhookSecretText } from './webhook-secret'

/**
 * The headers of one attempt to deliver a message: its id, the time of the attempt, and a signature with each of the
 * secrets, the newest first (Standard Webhooks, "Webhook headers").
 */
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
