import { z } from 'zod'
import { howDrawn, images, orientation } from './clients'
import { warningsBody } from './members'

const configuration = {
  client: z.string().meta({ examples: ['CHROMEGMAILNEW'] }),
  orientation,
  images,
}

/** As sent, with upper-case codes and defaults. */
export const requestedConfigurationsBody = z.array(
  z.object(configuration).meta({ id: 'RequestedConfiguration' }),
)

export const prefetchBody = z
  .object({ configurations: requestedConfigurationsBody, warnings: warningsBody })
  .meta({ id: 'Prefetch' })

export const retryBody = z.object({ configurations: requestedConfigurationsBody }).meta({ id: 'Retry' })

/** Public text for each failure of a capture. */
export const failureTexts = {
  capture_timeout: 'The email took longer to draw than a capture may take.',
  engine_crashed: 'The program that draws ended while it drew this email, at every attempt.',
  engine_failed: 'The program that draws answered with an error at every attempt.',
  engine_busy:
    'The machine that draws was too busy: a small message of our own was not drawn in time either. That says nothing ' +
    'about the email; upload it again later, or ask the operator to retry the capture.',
  storage_unavailable: 'The store of pictures could not be reached.',
  content_damaged: 'The stored copy of the email is damaged; upload the email again.',
  content_gone: 'It was not captured in the 48 hours that its email takes captures.',
  unsupported_document: 'This email client cannot be drawn for this kind of email.',
}

const pictureAddress = (what: string) => z.url().meta({ description: `PNG: ${what}.` })

export const previewBody = z
  .object({
    full_url: pictureAddress('the whole message body at the client’s own width and pixel density'),
    thumb_url: pictureAddress('its top, 120 × 90 pixels'),
    thumb450_url: pictureAddress('the whole of it, 450 pixels wide'),
    ...howDrawn,
    captured_at: z.iso.datetime().meta({ description: 'The pictures are there for 180 days from then on.' }),
    width: z.int().positive().meta({ description: 'Device pixels of the full picture.' }),
    height: z.int().positive().meta({ description: 'Device pixels of the full picture.' }),
    truncated: z
      .boolean()
      .meta({ description: 'Whether the message is longer than the 16,384 pixels that a picture may have.' }),
  })
  .meta({ id: 'Preview' })

const requestedAt = z.iso.datetime().meta({ description: 'When it was first asked for.' })

export const comparisonBody = z
  .discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('equal') }),
    z.object({
      verdict: z.literal('different'),
      difference_url: pictureAddress('the later picture in grey, with what differs marked'),
      summary_url: z.url().meta({ description: 'JSON: the places that differ.' }),
    }),
    z.object({
      verdict: z.literal('not_comparable'),
      reason: z.enum(['drawn_by', 'not_captured', 'failed', 'gone']).meta({
        description:
          '`drawn_by`: other code, another engine or processor drew it, so a difference may not be the email’s; `not_captured`: one of ' +
          'the two is waiting or was never asked for; `failed`: one of them failed; `gone`: the earlier email has no such picture ' +
          'and takes no captures any more.',
      }),
    }),
  ])
  .meta({ id: 'Comparison' })

const listed = {
  changes_seen: z
    .object({
      measured: z.int().nonnegative().meta({
        description:
          'Changes of the email client without which this email looks different: each was left out.',
      }),
      unknown: z
        .int()
        .nonnegative()
        .meta({ description: 'Changes that may be seen, and were not measured.' }),
    })
    .optional()
    .meta({ description: 'Once the check `effects` has measured it; for upright previews with images.' }),
  comparison: comparisonBody.optional().meta({ description: 'With `base` only.' }),
}

const waitingBody = z
  .object({ ...configuration, status: z.literal('waiting'), requested_at: requestedAt, ...listed })
  .meta({ id: 'WaitingPreview' })

const capturedBody = z
  .object({
    ...configuration,
    status: z.literal('captured'),
    requested_at: requestedAt,
    ...previewBody.shape,
    drawn_by: z.string().meta({
      description:
        'What drew it: our code and rules, the engine and its version, the kind of processor. Previews with the same one differ ' +
        'only by their emails.',
    }),
    picture_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .meta({
        description:
          'SHA-256 of the full picture’s file: two previews with the same one look the same. Absent for pictures that were ' +
          'captured before it was recorded.',
      }),
    ...listed,
  })
  .meta({ id: 'CapturedPreview' })

const failedBody = z
  .object({
    ...configuration,
    status: z.literal('failed'),
    requested_at: requestedAt,
    failure: z.enum(Object.keys(failureTexts) as (keyof typeof failureTexts)[]),
    description: z.string(),
    ...listed,
  })
  .meta({ id: 'FailedPreview' })

export const listedPreviewBody = z
  .discriminatedUnion('status', [waitingBody, capturedBody, failedBody])
  .meta({ id: 'ListedPreview' })

export const countsBody = z
  .object({
    waiting: z.int().nonnegative(),
    captured: z.int().nonnegative(),
    failed: z.int().nonnegative(),
  })
  .meta({ id: 'PreviewCounts' })

export const previewListBody = z
  .object({
    email_guid: z.guid(),
    reference: z.string().nullable().meta({
      description:
        'As `POST /emails` was given it; null for callers without a credential of the email’s account.',
    }),
    complete: z
      .boolean()
      .meta({ description: 'Whether previews were asked for and none of them is waiting.' }),
    counts: countsBody,
    previews: z.array(listedPreviewBody).meta({ description: 'In the order of `GET /clients`.' }),
  })
  .meta({ id: 'PreviewList' })
