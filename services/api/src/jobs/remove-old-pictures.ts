import { capturePrefix } from '@pas/capture-queue/frozen-email'
import { previewLifetimeMs } from '@pas/capture-queue/preview-lifetime'
import { eraseObjects } from '../emails/erase-objects'
import { removeRows } from '../emails/remove-rows'
import { eraseInBatches, type Place } from './erase-in-batches'
import { removeEmptyEmails } from './remove-empty-emails'
import { erasingPatience, type RetentionDeps } from './retention-deps'

const size = 50

/**
 * Removes pictures and their rows 180 days after their capture, and emails that have none left; resolves to how many pictures. Rejects as
 * `eraseInBatches` does.
 */
export function removeOldPictures(deps: RetentionDeps): Promise<number> {
  const { db, storage, clock } = deps
  return eraseInBatches(deps, (after) =>
    db.$transaction(async (transaction) => {
      const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
      // Emails first and alone: of two runs that reach for the pictures of one email, one gets it and the other passes on.
      const found = await transaction.$queryRaw<Place[]>`
        SELECT p.id, p.captured_at AS at FROM previews p JOIN emails e ON e.id = p.email_id
         WHERE p.captured_at <= ${oldest} AND (p.captured_at, p.id) > (${after.at}, ${after.id}::uuid)
         ORDER BY p.captured_at, p.id LIMIT ${size} FOR UPDATE OF e SKIP LOCKED`
      // Another run may have removed some between that statement's view of the rows and its locks.
      const previews = await transaction.$queryRaw<{ id: string; emailId: string; imageToken: string }[]>`
        SELECT id, email_id AS "emailId", image_token AS "imageToken" FROM previews
         WHERE id = ANY(${found.map(({ id }) => id)}::uuid[]) AND captured_at <= ${oldest}
         ORDER BY id FOR UPDATE`
      const prefixes = new Map(previews.map(({ id, imageToken }) => [id, [capturePrefix(imageToken)]]))
      const errors = await eraseObjects(storage, prefixes)
      const erased = previews.filter(({ id }) => !errors.has(id))
      await removeRows(transaction, { previewIds: erased.map(({ id }) => id), emailIds: [] })
      await removeEmptyEmails(transaction, [...new Set(erased.map(({ emailId }) => emailId))])
      return { found, done: erased.length, errors }
    }, erasingPatience),
  )
}
