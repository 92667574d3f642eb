/** A constraint of the table `webhooks` has the same list. */
export const webhookEventTypes = [
  'email.checks_finished',
  'email.previews_finished',
  'preview.captured',
  'preview.failed',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** `webhook.test` is sent only when it is asked for. */
export type WebhookMessageType = WebhookEventType | 'webhook.test'
