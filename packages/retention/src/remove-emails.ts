import { failChecksOfErased } from '@pas/checks/check-rows'
import { hasPicture, hasPreview } from '@pas/captures/email-captures'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { lockPreviewsOf } from '@pas/captures/lock-captures'
import { removeRows } from '@pas/captures/remove-rows'
import type { RequestedCapture } from '@pas/captures/request-captures'
import { emailPicturesPrefix, picturePrefix } from '@pas/captures/storage-keys'
import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { hasContent, wasErasedAt } from '@pas/emails/email-rows'
import { filterEmails, lockEmail } from '@pas/emails/find-emails'
import { lockEmails, lockEmailsOf, type Batch, type Position } from '@pas/emails/lock-emails'
import { emailPrefix } from '@pas/emails/storage-keys'
import type { Storage } from '@pas/storage/storage'
import { deleteDeliveriesAbout } from '@pas/webhooks/remove-webhooks'
import { eraseInBatches } from './erase-in-batches'
import { eraseObjects } from './erase-objects'
import { erasingTimeout, type RetentionDeps } from './retention-deps'

const emailsPerBatch = 50

/**
 * The emails must be locked. Objects go first, so that a failure leaves the rows. Locks previews and checks, so that a
 * worker records no picture. Resolves to captures as they were, and to storage's errors by email id.
 */
async function removeEmails(
  { db, storage, clock }: { db: Prisma.TransactionClient; storage: Storage; clock: RowDeps['clock'] },
  emailIds: readonly string[],
): Promise<{ captures: RequestedCapture[]; errors: ReadonlyMap<string, unknown> }> {
  const previews = await lockPreviewsOf({ db }, emailIds)
  await failChecksOfErased({ db, clock }, emailIds)
  const prefixes = new Map(emailIds.map((id) => [id, [emailPrefix(id), emailPicturesPrefix(id)]]))
  for (const row of previews)
    if (row.status === 'captured' && !row.namedByHash) prefixes.get(row.emailId)?.push(picturePrefix(row))
  const errors = await eraseObjects(storage, prefixes)
  const erased = emailIds.filter((id) => !errors.has(id))
  await removeRows({ db }, { previewIds: [], emailIds: erased })
  // After the previews, so that no capture adds a message that this misses.
  await deleteDeliveriesAbout({ db }, erased)
  const captures = previews.filter(({ emailId }) => !errors.has(emailId))
  return { captures, errors }
}

/**
 * Ends the email with its pictures, checks, share links and deliveries. Call it in a transaction. Resolves to its
 * captures, whose jobs `withdrawCaptures` takes back after the commit; null when the account has no such email. Rejects
 * with the stores' errors.
 */
export async function deleteEmail(
  deps: { db: Prisma.TransactionClient; storage: Storage; clock: RowDeps['clock'] },
  email: { id: string; accountId: number },
): Promise<RequestedCapture[] | null> {
  if (!(await lockEmail(deps, email))) return null
  const { captures, errors } = await removeEmails(deps, [email.id])
  if (errors.has(email.id)) throw errors.get(email.id)
  return captures
}

/** Resolves to the number of emails. Jobs of waiting captures find nothing to do. Rejects as `eraseInBatches` does. */
export const removeEmailsOf = (
  deps: RetentionDeps,
  owner: { accountId: number } | { userId: number },
): Promise<number> => removeInBatches(deps, (db, batch) => lockEmailsOf({ db }, owner, batch))

/**
 * Removes emails without a picture, 180 days after their content was erased. Resolves to their number. Rejects as
 * `eraseInBatches` does.
 */
export const removeOldEmails = (deps: RetentionDeps): Promise<number> =>
  removeInBatches(deps, (db, batch) => {
    const oldest = new Date(deps.clock.now().getTime() - previewLifetimeMs)
    return lockEmails({ db }, 'erasure', Prisma.sql`${wasErasedAt(oldest)} AND NOT ${hasPicture}`, batch)
  })

const removeInBatches = (
  deps: RetentionDeps,
  lock: (db: Prisma.TransactionClient, batch: Batch) => Promise<Position[]>,
): Promise<number> =>
  eraseInBatches(deps, (after) =>
    deps.db.$transaction(async (db) => {
      const found = await lock(db, { after, limit: emailsPerBatch })
      const emailIds = found.map(({ id }) => id)
      const { errors } = await removeEmails({ ...deps, db }, emailIds)
      return { found, done: found.length - errors.size, errors }
    }, erasingTimeout),
  )

/** Removes emails without content and previews. Call it in the transaction that has locked them. */
export async function removeEmptyEmails(
  db: Prisma.TransactionClient,
  emailIds: readonly string[],
): Promise<void> {
  const empty = await filterEmails({ db }, emailIds, Prisma.sql`NOT ${hasContent} AND NOT ${hasPreview}`)
  await removeRows({ db }, { previewIds: [], emailIds: empty })
}
