import type { messageBodies } from '@pas/api-contract/webhooks'
import type { WebhookMessageType } from '@pas/webhooks/event-types'
import type { LeasedDelivery } from '@pas/webhooks/lease-deliveries'
import { webhookFacts } from '@pas/webhooks/webhook-facts'
import type { z } from 'zod'
import { listedPreviewsResponse } from '../progress/schema'

type MessageBody = {
  [Type in WebhookMessageType]: z.output<(typeof messageBodies)[Type]>
}[WebhookMessageType]

/** The same at each attempt. Null when this release does not offer the preview's email client. */
export function messageBody(
  imagesUrl: string,
  { webhookId, type, emailId, createdAt, facts }: Omit<LeasedDelivery, 'url' | 'secrets' | 'leasedUntil'>,
): string | null {
  const timestamp = createdAt.toISOString()
  const { reference = null, endUserId = null, counts, findings, preview } = webhookFacts.parse(facts)
  const email = { email_guid: emailId ?? '', reference, end_user_id: endUserId }
  const write = (body: MessageBody): string => JSON.stringify(body)
  if (counts) return write({ type: 'email.previews_finished', timestamp, data: { ...email, counts } })
  if (findings)
    return write({ type: 'email.checks_finished', timestamp, data: { ...email, counts: findings } })
  if (!preview) return write({ type: 'webhook.test', timestamp, data: { webhook_id: webhookId } })
  const [listed] = listedPreviewsResponse(imagesUrl, [preview])
  if (!listed) return null
  const data = { ...email, preview: listed }
  return type === 'preview.captured'
    ? write({ type, timestamp, data })
    : write({ type: 'preview.failed', timestamp, data })
}
