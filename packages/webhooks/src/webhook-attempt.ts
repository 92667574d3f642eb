import { z } from 'zod'

/** Why there was no answer. */
export const webhookErrors = [
  /** The URL is no longer allowed. */
  'url',
  /** The host has no address. */
  'unknown_host',
  /** The host has an address that is not public. */
  'internal_address',
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
  /** Null when there was no answer. */
  statusCode: z.int().nullable(),
  /** Null when there was an answer. */
  error: z.enum(webhookErrors).nullable(),
  /** The first characters of the answer's body. */
  answer: z.string(),
  durationMs: z.int(),
})
export type WebhookAttempt = z.output<typeof webhookAttempt>
