import type { WebhookDelivery } from '@pas/db/database'
import { deliveryStatuses, type DeliveryStatus } from '@pas/webhooks/deliveries'
import { webhookEventTypes } from '@pas/webhooks/event-types'
import type { ListedWebhook } from '@pas/webhooks/find-webhooks'
import { deliveryIdOf, messageIdOf } from '@pas/webhooks/message-id'
import { webhookAttempt, webhookErrors } from '@pas/webhooks/webhook-attempt'
import { invalidField } from '@pas/runtime/errors'
import { z } from 'zod'
import { pageQuery } from '../page-query'
import { countsBody, listedPreviewBody } from '../progress/schema'

const bodyError = 'The body must be a JSON object.'

/** The id of an endpoint in a path. */
export const webhookId = z
  .guid('must be a UUID, as webhook_id in the answer of POST /webhooks')
  .meta({ description: '`webhook_id` of the answer to `POST /webhooks`.' })

/** The `webhook-id` of a message in a path. */
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
const description = z
  .string('must be a string')
  .max(512, 'must have at most 512 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters')
  .nullable()
  .optional()
  .meta({ description: 'Your own words.' })

/** Body of `POST /webhooks` (docs/contract.md §4.8). */
export const createWebhookRequest = z.object({ url, event_types: eventTypes, description }, bodyError).meta({
  id: 'NewWebhook',
  examples: [{ url: 'https://you.example.com/webhooks', event_types: ['email.previews_finished'] }],
})

/** Body of `PATCH /webhooks/{id}`; absent members stay as they are. */
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

const webhookShape = {
  webhook_id: z.guid(),
  url: z.string(),
  event_types: z.array(z.enum(webhookEventTypes)),
  description: z.string().nullable(),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z
    .enum(['owner', 'operator', 'gone', 'failing'])
    .nullable()
    .meta({
      description:
        'Why it is disabled: you did it, the operator of this service did, it answered 410 (`gone`), or it failed for 5 days ' +
        '(`failing`). Null while it is enabled.',
    }),
  failing_since: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'The first failure since the last success; null while it takes what it is sent.' }),
  created_at: z.iso.datetime(),
}

/** An endpoint. */
export const webhookBody = z.object(webhookShape).meta({ id: 'Webhook' })

const secret = z.string().meta({
  description: 'Verifies the messages. It is shown this once: keep it on your server.',
  examples: ['whsec_…'],
})

/** Answer of `POST /webhooks`. */
export const createdWebhookBody = z.object({ ...webhookShape, secret }).meta({ id: 'CreatedWebhook' })

/** Answer of `GET /webhooks`. */
export const webhookListBody = z
  .object({ webhooks: z.array(webhookBody).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'WebhookList' })

/** Answer of `POST /webhooks/{id}/rotate-secret`. */
export const rotatedSecretBody = z
  .object({
    secret,
    previous_secret_signs_until: z.iso
      .datetime()
      .meta({ description: 'Until then each message has two signatures, one with each secret.' }),
  })
  .meta({ id: 'RotatedSecret' })

/** Answer of the requests that have a message sent. */
export const sentMessageBody = z
  .object({
    message_id: z.string().meta({ description: 'Finds it in the list of deliveries.' }),
  })
  .meta({ id: 'SentMessage' })

/** The query of `GET /webhooks/{id}/deliveries`. */
export const deliveryListQuery = z.object({
  status: z
    .enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(', ')}`)
    .optional()
    .meta({ description: 'Only those with this status.' }),
  ...pageQuery('How many:'),
})
export type DeliveryListQuery = z.output<typeof deliveryListQuery>

const attemptBody = z
  .object({
    at: z.iso.datetime(),
    status_code: z.int().nullable().meta({ description: 'Null when there was no answer.' }),
    error: z
      .enum(webhookErrors)
      .nullable()
      .meta({
        description:
          'Why there was no answer: the URL is no longer allowed, its host has no address or one that is not public, its ' +
          'certificate does not hold, the connection failed, or no answer came within 15 seconds. Null with an answer.',
      }),
    answer: z.string().meta({ description: 'The first 512 characters of the answer’s body.' }),
    duration_ms: z.int(),
  })
  .meta({ id: 'DeliveryAttempt' })

const deliveryBody = z
  .object({
    message_id: z.string(),
    type: z.enum([...webhookEventTypes, 'webhook.test']),
    timestamp: z.iso.datetime().meta({ description: 'When the event happened.' }),
    email_guid: z.guid().nullable(),
    status: z.enum(deliveryStatuses).meta({
      description: '`pending` until the endpoint takes it; `failed` after the last attempt.',
    }),
    next_attempt_at: z.iso.datetime().nullable(),
    attempts: z.array(attemptBody).meta({ description: 'The last 20, oldest first.' }),
  })
  .meta({ id: 'Delivery' })

/** Answer of `GET /webhooks/{id}/deliveries`. */
export const deliveryListBody = z
  .object({
    deliveries: z.array(deliveryBody).meta({ description: 'Newest first.' }),
    next: z
      .string()
      .optional()
      .meta({ description: '`before` of the request for older ones; absent when there are none.' }),
  })
  .meta({ id: 'DeliveryList' })

const timestamp = z.iso.datetime().meta({ description: 'When it happened.' })
const ofEmail = {
  email_guid: z.guid(),
  reference: z
    .string()
    .nullable()
    .meta({ description: 'As `POST /emails` was given it, or as it was changed before.' }),
  end_user_id: z.string().nullable().meta({ description: 'As `POST /emails` was given it.' }),
}
const previewData = z.object({ ...ofEmail, preview: listedPreviewBody })

/** The body of each message, by its type. */
export const messageBodies = {
  'email.previews_finished': z
    .object({
      type: z.literal('email.previews_finished'),
      timestamp,
      data: z.object({ ...ofEmail, counts: countsBody }),
    })
    .meta({ id: 'PreviewsFinished' }),
  'preview.captured': z
    .object({ type: z.literal('preview.captured'), timestamp, data: previewData })
    .meta({ id: 'PreviewCaptured' }),
  'preview.failed': z
    .object({ type: z.literal('preview.failed'), timestamp, data: previewData })
    .meta({ id: 'PreviewFailed' }),
  'webhook.test': z
    .object({ type: z.literal('webhook.test'), timestamp, data: z.object({ webhook_id: z.guid() }) })
    .meta({ id: 'WebhookTest' }),
}

/** The id in lower case. Throws a 400 unless it is a UUID. */
export function parseWebhookId(id: string | undefined): string {
  const parsed = webhookId.safeParse(id)
  if (parsed.success) return parsed.data.toLowerCase()
  throw invalidField(`The webhook_id ${parsed.error.issues[0]?.message ?? 'is not valid'}.`, {
    field: 'webhook_id',
  })
}

/** The id of the delivery that a path names. Throws a 400 unless it has the form of a message's id. */
export function parseMessageId(id: string | undefined): string {
  const deliveryId = deliveryIdOf(id ?? '')
  if (deliveryId !== null) return deliveryId
  throw invalidField('The message_id must be msg_ and 32 hexadecimal digits.', { field: 'message_id' })
}

/** The wire form of an endpoint, `webhookBody`. */
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

/** The wire form of a delivery. */
export const deliveryResponse = (delivery: WebhookDelivery): z.output<typeof deliveryBody> => ({
  message_id: messageIdOf(delivery.id),
  type: delivery.type as z.output<typeof deliveryBody>['type'],
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
