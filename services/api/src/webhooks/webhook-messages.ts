import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { messageBodies } from '@pas/api-contract/webhooks'
import type { WebhookMessageType } from '@pas/webhooks/event-types'
import { z } from 'zod'

const howSent = `\
Sent as Standard Webhooks (https://www.standardwebhooks.com) describes. Answer with any 2xx within 15 seconds, and do the work afterwards. \
Anything else, also a redirect, is a failure, and the message is sent again: ten times within 76 hours, not before a \`Retry-After\` of a 429, \
502, 503 or 504. Answer 410 when you want no more messages: the webhook is then disabled, as it is after 5 days without a success. Messages \
may come twice, and in any order; \`webhook-id\` is the same each time.`

const messageHeaders = z.object({
  'webhook-id': z.string().meta({ description: 'Names the message: drop one that you have seen.' }),
  'webhook-timestamp': z.string().regex(/^\d+$/).meta({
    description: 'When this attempt was made, in Unix seconds: refuse what is older than 5 minutes.',
  }),
  'webhook-signature': z.string().meta({
    description:
      'Signatures, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. One that you can ' +
      'verify is enough.',
  }),
})

const message = (type: WebhookMessageType, operationId: string, summary: string): RouteConfig => ({
  method: 'post',
  path: type,
  operationId,
  summary,
  description: howSent,
  tags: ['Messages'],
  security: [],
  request: {
    headers: messageHeaders,
    body: { required: true, content: { 'application/json': { schema: messageBodies[type] } } },
  },
  responses: {
    200: { description: 'You have it. Any 2xx will do.' },
    410: { description: 'You want no more messages.' },
  },
})

export const webhookMessages: RouteConfig[] = [
  message('email.checks_finished', 'onChecksFinished', 'The checks asked for with an email have ended'),
  message('email.previews_finished', 'onPreviewsFinished', 'Nothing of an email is waiting any more'),
  message('preview.captured', 'onPreviewCaptured', 'A preview was captured'),
  message('preview.failed', 'onPreviewFailed', 'A preview failed'),
  message('webhook.test', 'onWebhookTest', 'The test that you asked for'),
]
