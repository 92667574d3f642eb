import { needsContent } from '@pas/captures/email-captures'
import { failChecksOfErased } from '@pas/checks/check-rows'
import { failCapturesOfErased } from '@pas/captures/fail-content-gone'
import { withdrawCaptures, type CaptureQueues } from '@pas/captures/request-captures'
import { hasContent, hasExpiredAt } from '@pas/emails/email-rows'
import { filterEmails } from '@pas/emails/find-emails'
import { lockEmails, markErased } from '@pas/emails/lock-emails'
import { emailPrefix } from '@pas/emails/storage-keys'
import { Prisma } from '@pas/db/database'
import { eraseObjects } from './erase-objects'
import { eraseInBatches } from './erase-in-batches'
import { removeEmptyEmails } from './remove-emails'
import { erasingTimeout, type RetentionDeps } from './retention-deps'

const emailsPerBatch = 50

/**
 * Fails unfinished captures (`content_gone`) and withdraws their jobs, which would fill Redis without a worker.
 * Resolves to the number of emails. Rejects as `eraseInBatches` does.
 */
export function eraseContents(deps: RetentionDeps & { captureQueues: CaptureQueues }): Promise<number> {
  const { db, storage, clock, captureQueues } = deps
  return eraseInBatches(deps, async (after) => {
    const { failed, ...batch } = await db.$transaction(async (transaction) => {
      const now = clock.now()
      const isQuiet = Prisma.sql`NOT ${needsContent(now)}`
      const which = Prisma.sql`${hasContent} AND ${hasExpiredAt(now)} AND ${isQuiet}`
      const found = await lockEmails({ db: transaction }, 'expiry', which, { after, limit: emailsPerBatch })
      // Asked again, because a preview may have been made between that statement's snapshot and its locks.
      const quiet = await filterEmails(
        { db: transaction },
        found.map(({ id }) => id),
        isQuiet,
      )
      await failChecksOfErased({ db: transaction, clock }, quiet)
      const errors = await eraseObjects(storage, new Map(quiet.map((id) => [id, [emailPrefix(id)]])))
      const erasedIds = quiet.filter((id) => !errors.has(id))
      const failed = await failCapturesOfErased({ db: transaction, clock }, erasedIds)
      await markErased({ db: transaction, clock }, erasedIds)
      await removeEmptyEmails(transaction, erasedIds)
      return { found, done: erasedIds.length, errors, failed }
    }, erasingTimeout)
    await withdrawCaptures(captureQueues, failed)
    return batch
  })
}
