import { z } from 'zod'

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/**
 * The content of a message, as `webhook_deliveries.facts` keeps it: the state at the moment of the event, so that every
 * attempt sends the same. The database trigger `add_webhook_messages` writes it, and `addChecksFinished`.
 */
export const webhookFacts = z.object({
  reference: z.string().nullish(),
  endUserId: z.string().nullish(),
  /** Present for `email.previews_finished`. */
  counts: z.object({ waiting: z.int(), captured: z.int(), failed: z.int() }).optional(),
  /** Present for `email.checks_finished`. */
  findings: z.object({ error: z.int(), warning: z.int(), note: z.int() }).optional(),
  /** Present for `preview.captured` and `preview.failed`: columns of the preview's row. */
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
      failure: z.string().nullable(),
    })
    .optional(),
})
