import { findingCountsBody } from './checks'
import { z } from 'zod'
import { next } from './members'
import { countsBody, listedPreviewBody } from './previews'

const eventTypes = [
  'email.checks_finished',
  'email.previews_finished',
  'preview.captured',
  'preview.failed',
] as const

const webhookShape = {
  webhook_id: z.guid(),
  url: z.string(),
  event_types: z.array(z.enum(eventTypes)),
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

export const webhookBody = z.object(webhookShape).meta({ id: 'Webhook' })

const secret = z.string().meta({
  description: 'Verifies the messages. It is shown this once: keep it on your server.',
  examples: ['whsec_…'],
})

export const createdWebhookBody = z.object({ ...webhookShape, secret }).meta({ id: 'CreatedWebhook' })

export const webhookListBody = z
  .object({ webhooks: z.array(webhookBody).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'WebhookList' })

export const rotatedSecretBody = z
  .object({
    secret,
    previous_secret_signs_until: z.iso
      .datetime()
      .meta({ description: 'Until then each message has two signatures, one with each secret.' }),
  })
  .meta({ id: 'RotatedSecret' })

export const sentMessageBody = z
  .object({
    message_id: z.string().meta({ description: 'Finds it in the list of deliveries.' }),
  })
  .meta({ id: 'SentMessage' })

const attemptBody = z
  .object({
    at: z.iso.datetime(),
    status_code: z.int().nullable().meta({ description: 'Null when there was no answer.' }),
    error: z
      .enum(['url', 'no_public_address', 'certificate', 'connection', 'too_slow', 'not_offered'])
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
    type: z.enum([...eventTypes, 'webhook.test']),
    timestamp: z.iso.datetime().meta({ description: 'When the event happened.' }),
    email_guid: z.guid().nullable(),
    status: z.enum(['pending', 'delivered', 'failed']).meta({
      description: '`pending` until the endpoint takes it; `failed` after the last attempt.',
    }),
    next_attempt_at: z.iso.datetime().nullable(),
    attempts: z.array(attemptBody).meta({ description: 'The last 20, oldest first.' }),
  })
  .meta({ id: 'Delivery' })

export const deliveryListBody = z
  .object({
    deliveries: z.array(deliveryBody).meta({ description: 'Newest first.' }),
    next,
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

export const messageBodies = {
  'email.checks_finished': z
    .object({
      type: z.literal('email.checks_finished'),
      timestamp,
      data: z.object({ ...ofEmail, counts: findingCountsBody }),
    })
    .meta({ id: 'ChecksFinished' }),
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
