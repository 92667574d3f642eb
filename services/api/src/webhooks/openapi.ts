import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import {
  createdWebhookBody,
  deliveryListBody,
  rotatedSecretBody,
  sentMessageBody,
  webhookBody,
  webhookListBody,
} from '@pas/api-contract/webhooks'
import { z } from 'zod'
import { exampleGuid } from '../openapi/examples'
import { headers, rateLimitComponents } from '../openapi/headers'
import { bodyRefusals, databaseAway, refusals, tooManyChanges, unauthorized } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { changeWebhookRequest, createWebhookRequest, deliveryListQuery, messageId, webhookId } from './schema'

const exampleWebhook = {
  webhook_id: '1c9d7a52-3f0b-4b7e-9a64-2d1f8c5e6b70',
  url: 'https://you.example.com/webhooks',
  event_types: ['email.previews_finished'],
  description: null,
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
  created_at: '2026-11-23T09:00:00.000Z',
}

/** Not a secret: the example of Standard Webhooks. */
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const exampleMessage = { message_id: 'msg_0c3d5e3a55f84b4cb8f3d3c6a4d1f0aa' }

const exampleDelivery = {
  ...exampleMessage,
  type: 'email.previews_finished',
  timestamp: '2026-11-23T09:00:06.120Z',
  email_guid: exampleGuid,
  status: 'delivered',
  next_attempt_at: null,
  attempts: [
    {
      at: '2026-11-23T09:00:06.150Z',
      status_code: 503,
      error: null,
      answer: 'Service Unavailable',
      duration_ms: 41,
    },
    { at: '2026-11-23T09:00:11.020Z', status_code: 204, error: null, answer: '', duration_ms: 38 },
  ],
}

const notYours = 'There is no such webhook, or it is another account’s or another application’s.'
const badBody = 'The body is not well-formed JSON, or a member is not as described; the text names it.'
const badId = 'The webhook_id is not a UUID.'
const disabled = 'The webhook is disabled.'

const ofWebhook = { params: z.object({ webhook_id: webhookId }) }

const rateLimit = headers(...rateLimitComponents)

const operation = (
  described: Pick<RouteConfig, 'method' | 'path' | 'operationId' | 'summary' | 'description' | 'request'>,
  answer: ReturnType<typeof answered>,
  meanings: Parameters<typeof refusals>[0],
): RouteConfig => {
  const isCounted = described.method !== 'get'
  const common = { ...unauthorized, 503: databaseAway, ...(isCounted && tooManyChanges) }
  const alsoCarried = isCounted ? rateLimit : {}
  return {
    ...described,
    tags: ['Webhooks'],
    security: apiKeyOrAccessToken,
    responses: {
      ...Object.fromEntries(
        Object.entries(answer).map(([status, response]) => [
          status,
          {
            ...response,
            headers: {
              ...headers('NoStore', ...(status === '201' ? ['Created' as const] : [])),
              ...alsoCarried,
            },
          },
        ]),
      ),
      ...refusals({ ...common, ...meanings }, alsoCarried),
    },
  }
}

const answered = (
  status: 200 | 201 | 202,
  description: string,
  schema: z.ZodType,
  example: object,
): Record<string, { description: string; content?: object }> => ({
  [status]: { description, content: { 'application/json': { schema, example } } },
})

const bodyOf = (schema: z.ZodType): NonNullable<RouteConfig['request']> => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

const refusedBody = {
  400: badBody,
  ...bodyRefusals('16 KiB', { isCompressible: true }),
}

export const webhookOperations: RouteConfig[] = [
  operation(
    {
      method: 'post',
      path: '/webhooks',
      operationId: 'createWebhook',
      summary: 'Have your server told',
      description:
        'Messages about the account’s emails are sent to the URL; with a key or a token of an application, those about emails that were ' +
        'uploaded through it. They are signed with the secret of the answer, as Standard Webhooks says ' +
        '(https://www.standardwebhooks.com), so that its libraries verify them. An account may have 10 webhooks.',
      request: bodyOf(createWebhookRequest),
    },
    answered(201, 'The webhook, enabled, with its secret.', createdWebhookBody, {
      ...exampleWebhook,
      secret: exampleSecret,
    }),
    { ...refusedBody, 409: 'The account has 10 webhooks.' },
  ),
  operation(
    {
      method: 'get',
      path: '/webhooks',
      operationId: 'listWebhooks',
      summary: 'List your webhooks',
      description:
        'Those of the account; with a key or a token of an application, those that were made through it.',
    },
    answered(200, 'The list.', webhookListBody, { webhooks: [exampleWebhook] }),
    {},
  ),
  operation(
    {
      method: 'get',
      path: '/webhooks/{webhook_id}',
      operationId: 'getWebhook',
      summary: 'Describe a webhook',
      request: ofWebhook,
    },
    answered(200, 'The webhook.', webhookBody, exampleWebhook),
    { 400: badId, 404: notYours },
  ),
  operation(
    {
      method: 'patch',
      path: '/webhooks/{webhook_id}',
      operationId: 'changeWebhook',
      summary: 'Change, disable or enable a webhook',
      description:
        'Members that are left out stay as they are. To a disabled webhook nothing is sent. When it is enabled again, it gets what ' +
        'waited when it was disabled, if that is not older than 7 days, and nothing about what happened meanwhile.',
      request: { ...ofWebhook, ...bodyOf(changeWebhookRequest) },
    },
    answered(200, 'The webhook.', webhookBody, exampleWebhook),
    { ...refusedBody, 400: `${badId} Or: ${badBody}`, 404: notYours },
  ),
  operation(
    {
      method: 'delete',
      path: '/webhooks/{webhook_id}',
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook and its deliveries',
      request: ofWebhook,
    },
    { 204: { description: 'It is gone.' } },
    { 400: badId, 404: notYours },
  ),
  operation(
    {
      method: 'post',
      path: '/webhooks/{webhook_id}/rotate-secret',
      operationId: 'rotateWebhookSecret',
      summary: 'Make a new secret',
      description:
        'For 24 hours each message is signed with both secrets, so that you can change yours at any time of them. A secret from before ' +
        'the last rotation ends at once.',
      request: ofWebhook,
    },
    answered(200, 'The new secret.', rotatedSecretBody, {
      secret: exampleSecret,
      previous_secret_signs_until: '2026-11-24T09:00:00.000Z',
    }),
    { 400: badId, 404: notYours },
  ),
  operation(
    {
      method: 'post',
      path: '/webhooks/{webhook_id}/test',
      operationId: 'testWebhook',
      summary: 'Have a test message sent',
      description: 'Sends `webhook.test`. While one waits no other is added.',
      request: ofWebhook,
    },
    answered(
      202,
      'It is sent in the background; the list of deliveries says how it went.',
      sentMessageBody,
      exampleMessage,
    ),
    { 400: badId, 404: notYours, 409: disabled },
  ),
  operation(
    {
      method: 'get',
      path: '/webhooks/{webhook_id}/deliveries',
      operationId: 'listDeliveries',
      summary: 'List what was sent, and how it was answered',
      description: 'Of the last 7 days, newest first, a page at a time.',
      request: { ...ofWebhook, query: deliveryListQuery },
    },
    answered(200, 'A page of the list.', deliveryListBody, { deliveries: [exampleDelivery] }),
    {
      400: `${badId} Or: a query parameter is not as described, or \`before\` is not of this list; the text names it.`,
      404: notYours,
    },
  ),
  operation(
    {
      method: 'post',
      path: '/webhooks/{webhook_id}/deliveries/{message_id}/redeliver',
      operationId: 'redeliverMessage',
      summary: 'Have a message sent again',
      description:
        'Whatever became of it, with the same `webhook-id`, and with all its attempts ahead of it.',
      request: { params: z.object({ webhook_id: webhookId, message_id: messageId }) },
    },
    answered(202, 'It is sent in the background.', sentMessageBody, exampleMessage),
    {
      400: `${badId} Or: the message_id is not msg_ and 32 hexadecimal digits.`,
      404: `${notYours} Or it has no such delivery.`,
      409: disabled,
    },
  ),
]
