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
 * For emails that the transaction has locked. Objects go first, so that a failure leaves the rows. Locks previews and
 * checks, so that a worker records no picture of them. Resolves to captures and audits as they were, and to storage's
 * errors by email id.
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
  await deleteDeliveriesAbout({ db }, erased)
  const captures = previews.filter(({ emailId }) => !errors.has(emailId))
  return { captures: [...captures, ...audits], errors }
}
