import { exampleGuid } from '../openapi/examples'

export const exampleWebhook = {
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
export const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export const exampleMessage = { message_id: 'msg_0c3d5e3a55f84b4cb8f3d3c6a4d1f0aa' }

export const exampleDelivery = {
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
