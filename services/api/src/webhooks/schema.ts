import type { deliveryListBody, webhookBody } from '@pas/api-contract/webhooks'
import type { WebhookDelivery } from '@pas/db/database'
import { deliveryStatuses, type DeliveryStatus } from '@pas/webhooks/deliveries'
import { webhookEventTypes } from '@pas/webhooks/event-types'
import type { ListedWebhook } from '@pas/webhooks/find-webhooks'
import { deliveryIdOf, messageIdOf } from '@pas/webhooks/sign-message'
import { webhookAttempt } from '@pas/webhooks/webhook-attempt'
import { invalidField } from '@pas/runtime/errors'
import { z } from 'zod'
import { pageQuery } from '../http/page-query'
import { shortText } from '../http/short-text'

const bodyError = 'The body must be a JSON object.'

export const webhookId = z
  .guid('must be a UUID, as webhook_id in the answer of POST /webhooks')
  .meta({ description: '`webhook_id` of the answer to `POST /webhooks`.' })

export const messageId = z.string().meta({
  description: '`message_id` in the list of deliveries; the `webhook-id` of the message.',
  examples: ['msg_0c3d5e3a55f84b4cb8f3d3c6a4d1f0aa'],
})

const url = z.string('must be a string').meta({
  description:
    'Where messages are sent: https, without user information and fragment, at a public address. Redirects are not followed.',
  examples: ['https://you.example.com/webhooks'],
})
const eventTypes = z
  .array(z.enum(webhookEventTypes, `must be one of ${webhookEventTypes.join(', ')}`), 'must be a list')
  .min(1, 'must name one type at least')
  .max(webhookEventTypes.length, 'must name each type once')
  .meta({ description: 'What the endpoint is told.', examples: [['email.previews_finished']] })
const description = shortText(512).nullable().optional().meta({ description: 'Your own words.' })

/** docs/contract.md §4.8. */
export const createWebhookRequest = z.object({ url, event_types: eventTypes, description }, bodyError).meta({
  id: 'NewWebhook',
  examples: [{ url: 'https://you.example.com/webhooks', event_types: ['email.previews_finished'] }],
})

export const changeWebhookRequest = z
  .object(
    {
      url: url.optional(),
      event_types: eventTypes.optional(),
      description,
      status: z.enum(['enabled', 'disabled'], 'must be enabled or disabled').optional().meta({
        description: 'To a disabled endpoint nothing is sent, and no new messages are kept for it.',
      }),
    },
    bodyError,
  )
  .meta({ id: 'WebhookChanges', examples: [{ status: 'enabled' }] })

export const deliveryListQuery = z.object({
  status: z
    .enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(', ')}`)
    .optional()
    .meta({ description: 'Only those with this status.' }),
  ...pageQuery('How many:'),
})
export type DeliveryListQuery = z.output<typeof deliveryListQuery>

/** In lower case. Throws a 400 unless it is a UUID. */
export function parseWebhookId(id: string | undefined): string {
  const parsed = webhookId.safeParse(id)
  if (parsed.success) return parsed.data.toLowerCase()
  throw invalidField(`The webhook_id ${parsed.error.issues[0]?.message ?? 'is not valid'}.`, {
    field: 'webhook_id',
  })
}

/** Throws a 400 unless `id` has the form of a message's id. */
export function parseMessageId(id: string | undefined): string {
  const deliveryId = deliveryIdOf(id ?? '')
  if (deliveryId !== null) return deliveryId
  throw invalidField('The message_id must be msg_ and 32 hexadecimal digits.', { field: 'message_id' })
}

export const webhookResponse = (webhook: ListedWebhook): z.output<typeof webhookBody> => ({
  webhook_id: webhook.id,
  url: webhook.url,
  event_types: webhook.eventTypes as z.output<typeof webhookBody>['event_types'],
  description: webhook.description,
  status: webhook.disabledAt ? 'disabled' : 'enabled',
  disabled_reason: webhook.disabledReason as z.output<typeof webhookBody>['disabled_reason'],
  failing_since: webhook.failingSince?.toISOString() ?? null,
  created_at: webhook.createdAt.toISOString(),
})

type Delivery = z.output<typeof deliveryListBody>['deliveries'][number]

export const deliveryResponse = (delivery: WebhookDelivery): Delivery => ({
  message_id: messageIdOf(delivery.id),
  type: delivery.type as Delivery['type'],
  timestamp: delivery.createdAt.toISOString(),
  email_guid: delivery.emailId,
  status: delivery.status as DeliveryStatus,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  attempts: z
    .array(webhookAttempt)
    .parse(delivery.attempts)
    .map(({ at, statusCode, error, answer, durationMs }) => ({
      at,
      status_code: statusCode,
      error,
      answer,
      duration_ms: durationMs,
    })),
})
