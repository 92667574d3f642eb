import { hasPicture } from '@pas/captures/email-captures'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { removeEmails } from './remove-emails'
import { eraseInBatches, type Place } from './erase-in-batches'
import { erasingTimeout, type RetentionDeps } from './retention-deps'

/** Emails removed in one transaction. */
const size = 50

/**
 * Removes emails that have no picture, only failed previews, 180 days after their content was erased, when no picture
 * of them can exist. Resolves to their number. Rejects as `eraseInBatches` does.
 */
export function removeOldEmails(deps: RetentionDeps): Promise<number> {
  const { db, storage, clock } = deps
  return eraseInBatches(deps, (after) =>
    db.$transaction(async (transaction) => {
      const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
      const found = await transaction.$queryRaw<Place[]>`
        SELECT id, content_erased_at AS at FROM emails e
         WHERE content_erased_at <= ${oldest}
           AND (content_erased_at, id) > (${after.at}, ${after.id}::uuid)
           AND NOT ${hasPicture}
         ORDER BY content_erased_at, id LIMIT ${size} FOR UPDATE SKIP LOCKED`
      const { errors } = await removeEmails(
        { db: transaction, storage },
        found.map(({ id }) => id),
      )
      return { found, done: found.length - errors.size, errors }
    }, erasingTimeout),
  )
}
