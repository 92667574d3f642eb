import { z } from 'zod'

export const webhookErrors = [
  'url',
  /** The host has no address, or one that is not public. */
  'no_public_address',
  'certificate',
  'connection',
  'too_slow',
  /** This process does not offer the message's email client, as during an upgrade. */
  'not_offered',
] as const
export type WebhookError = (typeof webhookErrors)[number]

/** An element of `webhook_deliveries.attempts`. */
export const webhookAttempt = z.object({
  at: z.iso.datetime(),
  /** Null without an answer. */
  statusCode: z.int().nullable(),
  error: z.enum(webhookErrors).nullable(),
  /** The first characters of the body. */
  answer: z.string(),
  durationMs: z.int(),
})
export type WebhookAttempt = z.output<typeof webhookAttempt>
