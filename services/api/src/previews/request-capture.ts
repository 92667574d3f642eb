import { randomBytes, randomUUID } from 'node:crypto'
import { captureJobId, captureJobOptions, type CapturePayload } from '@pas/capture-queue/capture-queue'
import { type Database, type Preview } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import type { Queue } from 'bullmq'
import { unavailable } from '../errors'
import type { PreviewAddress } from './schema'

/** The queue of each engine. */
export type CaptureQueues = ReadonlyMap<string, Pick<Queue<CapturePayload>, 'add'>>

/** The row of this preview, or null when nobody asked for it yet. */
export function findPreview(db: Database, address: PreviewAddress): Promise<Preview | null> {
  const { emailGuid: emailId, emailClient, orientation, images } = address
  return db.preview.findUnique({
    where: {
      emailId_emailClient_orientation_images: { emailId, emailClient: emailClient.code, orientation, images },
    },
  })
}

/**
 * Makes the preview's row, unless another request just did. Throws 404 when the email is unknown or takes no new captures: the
 * insert and the check are one statement, so an email that expires or is deleted meanwhile gets no row.
 */
export async function createPreview(
  { db, clock }: { db: Database; clock: Clock },
  address: PreviewAddress,
): Promise<Preview> {
  const now = clock.now()
  const { emailGuid, emailClient, orientation, images } = address
  await db.$executeRaw`
    INSERT INTO previews (id, email_id, account_id, email_client, orientation, images, engine, image_token, requested_at)
    SELECT ${randomUUID()}::uuid, emails.id, emails.account_id, ${emailClient.code}, ${orientation}::"Orientation", ${images}::"Images",
           ${emailClient.engine}, ${randomBytes(24).toString('base64url')}, ${now}
    FROM emails WHERE emails.id = ${emailGuid}::uuid AND emails.expires_at > ${now} AND emails.content_erased_at IS NULL
    ON CONFLICT DO NOTHING`
  const preview = await findPreview(db, address)
  if (!preview) throw takesNoCaptures()
  return preview
}

/** Throws 404 when the email is unknown or takes no new captures. */
export async function assertTakesCaptures(
  { db, clock }: { db: Database; clock: Clock },
  emailGuid: string,
): Promise<void> {
  const taking = { id: emailGuid, expiresAt: { gt: clock.now() }, contentErasedAt: null }
  if ((await db.email.count({ where: taking })) === 0) throw takesNoCaptures()
}

const takesNoCaptures = (): ApiError =>
  new ApiError('not_found', 'No email with this guid takes captures: it is unknown, or older than 48 hours.')

/** Puts the capture into its engine's queue; safe to repeat, as one attempt is one job. Throws 503 when the queue is away. */
export async function requestCapture(captureQueues: CaptureQueues, preview: Preview): Promise<void> {
  const queue = captureQueues.get(preview.engine)
  if (!queue) throw new Error(`no queue for engine ${preview.engine}`)
  try {
    const jobId = captureJobId(preview.id, preview.attempt)
    await queue.add('capture', { previewId: preview.id }, { ...captureJobOptions, jobId })
  } catch (error) {
    throw unavailable('The queue is away; try again shortly.', error)
  }
}

/** Which of these previews are captured, failed or removed by now. */
export async function findFinishedPreviews(db: Database, previewIds: string[]): Promise<string[]> {
  const rows = await db.preview.findMany({
    where: { id: { in: previewIds }, status: { in: ['pending', 'capturing'] } },
    select: { id: true },
  })
  const unfinished = new Set(rows.map(({ id }) => id))
  return previewIds.filter((id) => !unfinished.has(id))
}
