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
  return inBatches({ size, signal }, () =>
    db.$transaction(async (transaction) => {
      const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
      const previews = await transaction.$queryRaw<{ id: string; emailId: string; imageToken: string }[]>`
        SELECT p.id, p.email_id AS "emailId", p.image_token AS "imageToken"
          FROM previews p JOIN emails e ON e.id = p.email_id
         WHERE p.captured_at <= ${oldest}
         ORDER BY p.captured_at LIMIT ${size} FOR UPDATE SKIP LOCKED`
      await eraseObjects(
        storage,
        previews.map(({ imageToken }) => capturePrefix(imageToken)),
      )
      await removeRows(transaction, { previewIds: previews.map(({ id }) => id), emailIds: [] })
      await removeEmptyEmails(transaction, [...new Set(previews.map(({ emailId }) => emailId))])
      return { taken: previews.length, done: previews.length }
    }, erasingPatience),
  )
}

/** Previews that failed end with their email: when no picture of it can be there any more. */
function removeRemains({ db, storage, clock, signal }: RetentionDeps): Promise<number> {
  return inBatches({ size, signal }, () =>
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
      return { taken: emails.length, done: emails.length }
    }, erasingPatience),
  )
}
