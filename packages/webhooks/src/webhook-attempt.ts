import { z } from 'zod'

/** Why an attempt had no answer. */
export const webhookErrors = [
  /** The URL is no longer allowed. */
  'url',
  /** The host has no address, or one that is not public. */
  'no_public_address',
  'certificate',
  'connection',
  /** No answer came in time. */
  'too_slow',
  /** This release does not offer the email client that the message is about, as during an upgrade. */
  'not_offered',
] as const
export type WebhookError = (typeof webhookErrors)[number]

/** One attempt to deliver a message, as `webhook_deliveries.attempts` keeps it. */
export const webhookAttempt = z.object({
  at: z.iso.datetime(),
  /** The HTTP status; null when there was no answer. */
  statusCode: z.int().nullable(),
  /** Null when there was an answer. */
  error: z.enum(webhookErrors).nullable(),
  /** The first characters of the answer's body. */
  answer: z.string(),
  durationMs: z.int(),
})
export type WebhookAttempt = z.output<typeof webhookAttempt>
