import { z } from 'zod'

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/**
 * `webhook_deliveries.facts`: the state at the event, so that every attempt sends the same. Written by the trigger
 * `add_webhook_messages` and by `addChecksFinished`.
 */
export const webhookFacts = z.object({
  reference: z.string().nullish(),
  endUserId: z.string().nullish(),
  /** For `email.previews_finished`. */
  counts: z.object({ waiting: z.int(), captured: z.int(), failed: z.int() }).optional(),
  /** For `email.checks_finished`. */
  findings: z.object({ error: z.int(), warning: z.int(), note: z.int() }).optional(),
  /** For `preview.captured` and `preview.failed`. */
  preview: z
    .object({
      id: z.string(),
      emailId: z.string(),
      emailClient: z.string(),
      orientation: z.enum(['vertical', 'horizontal']),
      images: z.enum(['allowed', 'blocked']),
      status: z.enum(['captured', 'failed']),
      imageToken: z.string(),
      requestedAt: time,
      capturedAt: time.nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      truncated: z.boolean().nullable(),
      pictureSha256: z
        .hex()
        .nullable()
        .transform((hex) => (hex === null ? null : new Uint8Array(Buffer.from(hex, 'hex')))),
      drawnBy: z.string().nullable(),
      failure: z.string().nullable(),
    })
    .optional(),
})
