import { emailPrefix } from '@pas/capture-queue/frozen-email'
import { Prisma } from '@pas/db/database'
import { eraseObjects } from '../emails/erase-objects'
import { withdrawCaptures, type CaptureQueues, type RequestedPreview } from '../previews/request-capture'
import { graceMs } from './end-late-captures'
import { eraseInBatches, type Place } from './erase-in-batches'
import { removeEmptyEmails } from './remove-empty-emails'
import { erasingPatience, type RetentionDeps } from './retention-deps'

const size = 50

/** How long for an attempt that is under way, whatever its deadline says, which is a worker's to write. */
const mostHeldMs = 60 * 60 * 1000

/**
 * Erases the content of emails that take no new captures any more (48 hours after their upload); resolves to how many. Captures that were
 * asked for before may end: those that wait hold the content for ten minutes, an attempt that is under way until its deadline. What still waits then
 * becomes `failed` with `content_gone`, and its job leaves the queue: at an engine that no worker serves such jobs would otherwise fill Redis.
 * Bytes go before rows say so, so that a run that breaks off is done again. Rejects as `eraseInBatches` does.
 */
export function eraseContents(deps: RetentionDeps & { captureQueues: CaptureQueues }): Promise<number> {
  const { db, storage, clock, captureQueues } = deps
  return eraseInBatches(deps, async (after) => {
    const { late, ...batch } = await db.$transaction(async (transaction) => {
      const now = clock.now()
      const isQuiet = Prisma.sql`NOT EXISTS (
        SELECT FROM previews p
         WHERE p.email_id = e.id AND p.status IN ('pending', 'capturing')
           AND (e.expires_at > ${new Date(now.getTime() - graceMs)}
                OR (p.deadline_at > ${now} AND e.expires_at > ${new Date(now.getTime() - mostHeldMs)})))`
      const found = await transaction.$queryRaw<Place[]>`
        SELECT id, expires_at AS at FROM emails e
         WHERE content_erased_at IS NULL AND expires_at <= ${now}
           AND (expires_at, id) > (${after.at}, ${after.id}::uuid) AND ${isQuiet}
         ORDER BY expires_at, id LIMIT ${size} FOR UPDATE SKIP LOCKED`
      // Asked again: a preview may have been made between that statement's view of the rows and its locks on them.
      const quiet = await transaction.$queryRaw<{ id: string }[]>`
        SELECT id FROM emails e WHERE id = ANY(${found.map(({ id }) => id)}::uuid[]) AND ${isQuiet}`

      const errors = await eraseObjects(storage, new Map(quiet.map(({ id }) => [id, [emailPrefix(id)]])))
      const erasedIds = quiet.map(({ id }) => id).filter((id) => !errors.has(id))
      const late = await transaction.$queryRaw<RequestedPreview[]>`
        WITH late AS (
          SELECT id, status FROM previews
           WHERE email_id = ANY(${erasedIds}::uuid[]) AND status IN ('pending', 'capturing') ORDER BY id FOR UPDATE)
        UPDATE previews p SET status = 'failed', failure = 'content_gone', failed_at = ${now}, deadline_at = NULL
          FROM late WHERE p.id = late.id
        RETURNING p.id, p.engine, p.attempt, late.status`
      await transaction.$executeRaw`
        UPDATE emails SET content_erased_at = ${now} WHERE id = ANY(${erasedIds}::uuid[])`
      await removeEmptyEmails(transaction, erasedIds)
      return { found, done: erasedIds.length, errors, late }
    }, erasingPatience)
    await withdrawCaptures(captureQueues, late)
    return batch
  })
}
