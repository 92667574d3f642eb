import { capturePrefix, emailPrefix } from '@pas/capture-queue/frozen-email'
import type { Prisma } from '@pas/db/database'
import type { Storage } from '@pas/storage/storage'
import { eraseObjects } from './erase-objects'
import type { RequestedPreview } from '../previews/request-capture'
import { removeRows } from './remove-rows'

/**
 * Removes emails whose rows this transaction has locked: content, pictures, previews, rows. Bytes go first, so that whatever fails leaves
 * the rows, from which it can be done again. The previews' rows are locked meanwhile: a worker that wants to record a picture waits, and
 * then finds no row, and takes its picture away. Resolves to the previews, as they were, of the emails that were removed, and to the errors of those
 * that storage did not erase, by id: their rows are as they were.
 */
export async function removeEmails(
  { db, storage }: { db: Prisma.TransactionClient; storage: Storage },
  emailIds: readonly string[],
): Promise<{ previews: RequestedPreview[]; errors: ReadonlyMap<string, unknown> }> {
  const previews = await db.$queryRaw<(RequestedPreview & { emailId: string; imageToken: string })[]>`
    SELECT id, email_id AS "emailId", engine, attempt, status, image_token AS "imageToken"
      FROM previews WHERE email_id = ANY(${emailIds}::uuid[]) ORDER BY id FOR UPDATE`
  const prefixes = new Map(emailIds.map((id) => [id, [emailPrefix(id)]]))
  for (const { emailId, imageToken } of previews) prefixes.get(emailId)?.push(capturePrefix(imageToken))
  const errors = await eraseObjects(storage, prefixes)
  await removeRows(db, { previewIds: [], emailIds: emailIds.filter((id) => !errors.has(id)) })
  return { previews: previews.filter(({ emailId }) => !errors.has(emailId)), errors }
}
