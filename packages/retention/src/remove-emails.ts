import { lockPreviewsOf } from '@pas/captures/lock-captures'
import { removeRows } from '@pas/captures/remove-rows'
import type { RequestedCapture } from '@pas/captures/request-captures'
import { capturePrefix, emailPrefix } from '@pas/captures/storage-keys'
import type { Prisma } from '@pas/db/database'
import type { Storage } from '@pas/storage/storage'
import { eraseObjects } from './erase-objects'

/**
 * Removes emails whose rows this transaction has locked: content, pictures, previews, rows. Bytes go first, so that whatever fails leaves
 * the rows, from which it can be done again. The previews' rows are locked meanwhile: a worker that wants to record a picture waits, and
 * then finds no row, and removes its picture. Resolves to the captures, as they were, of the emails that were removed, and to the errors
 * of those that storage did not erase, by id: their rows are as they were.
 */
export async function removeEmails(
  { db, storage }: { db: Prisma.TransactionClient; storage: Storage },
  emailIds: readonly string[],
): Promise<{ captures: RequestedCapture[]; errors: ReadonlyMap<string, unknown> }> {
  const previews = await lockPreviewsOf({ db }, emailIds)
  const prefixes = new Map(emailIds.map((id) => [id, [emailPrefix(id)]]))
  for (const { emailId, imageToken } of previews) prefixes.get(emailId)?.push(capturePrefix(imageToken))
  const errors = await eraseObjects(storage, prefixes)
  await removeRows({ db }, { previewIds: [], emailIds: emailIds.filter((id) => !errors.has(id)) })
  return { captures: previews.filter(({ emailId }) => !errors.has(emailId)), errors }
}
