import { needsContent } from '@pas/captures/email-captures'
import { failCapturesOfErased } from '@pas/captures/fail-content-gone'
import { withdrawCaptures, type CaptureQueues } from '@pas/captures/request-captures'
import { emailPrefix } from '@pas/captures/storage-keys'
import { eraseObjects } from './erase-objects'
import { eraseInBatches, type Place } from './erase-in-batches'
import { removeEmptyEmails } from './remove-empty-emails'
import { erasingTimeout, type RetentionDeps } from './retention-deps'

/** Emails erased in one transaction. */
const size = 50

/**
 * Erases the content of emails that take no new captures (48 hours after their upload); resolves to their number.
 * Captures requested before keep the content as `needsContent` says. Those that are unfinished after that become
 * `failed` with `content_gone` and their jobs are withdrawn: the jobs of an engine that no worker serves would
 * otherwise fill Redis. Objects are deleted before the rows are changed, so that the next run repeats an interrupted
 * one. Rejects as `eraseInBatches` does.
 */
export function eraseContents(deps: RetentionDeps & { captureQueues: CaptureQueues }): Promise<number> {
  const { db, storage, clock, captureQueues } = deps
  return eraseInBatches(deps, async (after) => {
    const { late, ...batch } = await db.$transaction(async (transaction) => {
      const now = clock.now()
      const found = await transaction.$queryRaw<Place[]>`
        SELECT id, expires_at AS at FROM emails e
         WHERE content_erased_at IS NULL AND expires_at <= ${now}
           AND (expires_at, id) > (${after.at}, ${after.id}::uuid) AND NOT ${needsContent(now)}
         ORDER BY expires_at, id LIMIT ${size} FOR UPDATE SKIP LOCKED`
      // Checked again: a preview may have been made between that statement's snapshot and its locks.
      const quiet = await transaction.$queryRaw<{ id: string }[]>`
        SELECT id FROM emails e WHERE id = ANY(${found.map(({ id }) => id)}::uuid[]) AND NOT ${needsContent(now)}`

      const errors = await eraseObjects(storage, new Map(quiet.map(({ id }) => [id, [emailPrefix(id)]])))
      const erasedIds = quiet.map(({ id }) => id).filter((id) => !errors.has(id))
      const late = await failCapturesOfErased({ db: transaction, clock }, erasedIds)
      await transaction.$executeRaw`
        UPDATE emails
           SET content_erased_at = ${now}, subject = NULL, from_address = NULL, title = NULL, preheader = NULL
         WHERE id = ANY(${erasedIds}::uuid[])`
      await removeEmptyEmails(transaction, erasedIds)
      return { found, done: erasedIds.length, errors, late }
    }, erasingTimeout)
    await withdrawCaptures(captureQueues, late)
    return batch
  })
}
