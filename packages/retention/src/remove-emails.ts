import { failChecksOfErased } from '@pas/captures/check-rows'
import { lockPreviewsOf } from '@pas/captures/lock-captures'
import { removeRows } from '@pas/captures/remove-rows'
import type { RequestedCapture } from '@pas/captures/request-captures'
import { capturePrefix } from '@pas/captures/storage-keys'
import type { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { emailPrefix } from '@pas/emails/storage-keys'
import type { Storage } from '@pas/storage/storage'
import { deleteDeliveriesAbout } from '@pas/webhooks/remove-webhooks'
import { eraseObjects } from './erase-objects'

/**
 * Removes emails whose rows this transaction has locked, with their content, pictures, previews and webhook messages.
 * Objects go first, so that a failure leaves the rows, from which the removal can be repeated. The previews' rows are
 * locked meanwhile, and those of their checks: a worker that wants to record a picture waits, then finds no row and
 * removes its picture. Resolves to the removed emails' captures and audits, as they were before, and to the errors, by
 * email id, of the emails that storage did not erase; their rows stay, their audits `failed`.
 */
export async function removeEmails(
  { db, storage, clock }: { db: Prisma.TransactionClient; storage: Storage; clock: RowDeps['clock'] },
  emailIds: readonly string[],
): Promise<{ captures: RequestedCapture[]; errors: ReadonlyMap<string, unknown> }> {
  const previews = await lockPreviewsOf({ db }, emailIds)
  const audits = await failChecksOfErased({ db, clock }, emailIds)
  const prefixes = new Map(emailIds.map((id) => [id, [emailPrefix(id)]]))
  for (const { emailId, imageToken } of previews) prefixes.get(emailId)?.push(capturePrefix(imageToken))
  const errors = await eraseObjects(storage, prefixes)
  const erased = emailIds.filter((id) => !errors.has(id))
  await removeRows({ db }, { previewIds: [], emailIds: erased })
  // After the previews, so that no capture adds a message that this misses.
  await deleteDeliveriesAbout({ db }, erased)
  const captures = previews.filter(({ emailId }) => !errors.has(emailId))
  return { captures: [...captures, ...audits], errors }
}
