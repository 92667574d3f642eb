/** The `webhook-id` of a delivery: the same for every attempt. It holds no `.`, which separates what is signed. */
export const messageIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`

/** The delivery with this `webhook-id`; null when the text is none. */
export function deliveryIdOf(messageId: string): string | null {
  const parts = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(messageId)
  return parts ? parts.slice(1).join('-') : null
}
