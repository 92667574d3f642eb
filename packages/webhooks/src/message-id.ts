/**
 * The `webhook-id` of a delivery, the same for every attempt. It has no `.`, because the signed text is
 * `<id>.<timestamp>.<body>` (Standard Webhooks, "Signature scheme").
 */
export const messageIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`

/** The id of the delivery with this `webhook-id`; null for any other text. */
export function deliveryIdOf(messageId: string): string | null {
  const parts = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(messageId)
  return parts ? parts.slice(1).join('-') : null
}
