import { capturePrefix } from '@pas/capture-queue/frozen-email'
import { previewLifetimeMs } from '@pas/capture-queue/preview-lifetime'
import { eraseObjects } from '../emails/erase-objects'
import { removeEmails } from '../emails/remove-emails'
import { removeRows } from '../emails/remove-rows'
import { inBatches } from './in-batches'
import { removeEmptyEmails } from './remove-empty-emails'
import { erasingPatience, type RetentionDeps } from './retention-deps'

const size = 50

/** Removes pictures and their rows 180 days after their capture, and emails that have none left; resolves to how many pictures. */
export async function removeOldPreviews(deps: RetentionDeps): Promise<number> {
  const images = await removePictures(deps)
  await removeRemains(deps)
  return images
}

function removePictures({ db, storage, clock, signal }: RetentionDeps): Promise<number> {
  return inBatches(signal, () =>
    db.$transaction(async (transaction) => {
      const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
      // Emails first and alone: of two runs that reach for the pictures of one email, one gets it and the other passes on.
      const found = await transaction.$queryRaw<{ id: string }[]>`
        SELECT p.id FROM previews p JOIN emails e ON e.id = p.email_id
         WHERE p.captured_at <= ${oldest}
         ORDER BY p.captured_at LIMIT ${size} FOR UPDATE OF e SKIP LOCKED`
      // Another run may have removed some between that statement's view of the rows and its locks.
      const previews = await transaction.$queryRaw<{ id: string; emailId: string; imageToken: string }[]>`
        SELECT id, email_id AS "emailId", image_token AS "imageToken" FROM previews
         WHERE id = ANY(${found.map(({ id }) => id)}::uuid[]) AND captured_at <= ${oldest}
         ORDER BY id FOR UPDATE`
      await eraseObjects(
        storage,
        previews.map(({ imageToken }) => capturePrefix(imageToken)),
      )
      await removeRows(transaction, { previewIds: previews.map(({ id }) => id), emailIds: [] })
      await removeEmptyEmails(transaction, [...new Set(previews.map(({ emailId }) => emailId))])
      return { found: found.length, done: previews.length }
    }, erasingPatience),
  )
}

/** Previews that failed end with their email: when no picture of it can be there any more. */
function removeRemains({ db, storage, clock, signal }: RetentionDeps): Promise<number> {
  return inBatches(signal, () =>
    db.$transaction(async (transaction) => {
      const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
      const emails = await transaction.$queryRaw<{ id: string }[]>`
        SELECT id FROM emails e
         WHERE content_erased_at <= ${oldest}
           AND NOT EXISTS (SELECT FROM previews p WHERE p.email_id = e.id AND p.captured_at IS NOT NULL)
         ORDER BY content_erased_at LIMIT ${size} FOR UPDATE SKIP LOCKED`
      await removeEmails(
        { db: transaction, storage },
        emails.map(({ id }) => id),
      )
      return { found: emails.length, done: emails.length }
    }, erasingPatience),
  )
}
