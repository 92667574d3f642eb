import { capturePrefix, emailPrefix } from '@pas/capture-queue/frozen-email'
import type { Prisma } from '@pas/db/database'
import type { Storage } from '@pas/storage/storage'
import { eraseObjects } from './erase-objects'
import type { RequestedPreview } from '../previews/request-capture'
import { removeRows } from './remove-rows'

/**
 * Removes emails whose rows this transaction has locked: content, pictures, previews, rows; resolves to the previews as they were. Bytes go first, so that whatever fails leaves
 * the rows, from which it can be done again. The previews' rows are locked meanwhile: a worker that wants to record a picture waits, and
 * then finds no row, and takes its picture away.
 */
export async function removeEmails(
  { db, storage }: { db: Prisma.TransactionClient; storage: Storage },
  emailIds: readonly string[],
): Promise<RequestedPreview[]> {
  const previews = await db.$queryRaw<(RequestedPreview & { imageToken: string })[]>`
    SELECT id, engine, attempt, status, image_token AS "imageToken"
      FROM previews WHERE email_id = ANY(${emailIds}::uuid[]) ORDER BY id FOR UPDATE`
  await eraseObjects(storage, [
    ...emailIds.map(emailPrefix),
    ...previews.map(({ imageToken }) => capturePrefix(imageToken)),
  ])
  await removeRows(db, { previewIds: [], emailIds })
  return previews
}
