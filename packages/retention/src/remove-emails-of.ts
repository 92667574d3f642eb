import { Prisma } from '@pas/db/database'
import { eraseInBatches, type Place } from './erase-in-batches'
import { removeEmails } from './remove-emails'
import { erasingTimeout, type RetentionDeps } from './retention-deps'

/** Emails removed in one transaction. */
const size = 50

/**
 * Removes all emails of an account, or those uploaded with a user's tokens, with their contents, previews and pictures;
 * resolves to their number. Jobs of captures that wait stay in their queues until a worker finds nothing to do. Rejects
 * as `eraseInBatches` does; what was removed before stays removed.
 */
export function removeEmailsOf(
  deps: RetentionDeps,
  owner: { accountId: number } | { userId: number },
): Promise<number> {
  const { db, storage } = deps
  const isOwned =
    'accountId' in owner ? Prisma.sql`account_id = ${owner.accountId}` : Prisma.sql`user_id = ${owner.userId}`
  return eraseInBatches(deps, (after) =>
    db.$transaction(async (transaction) => {
      const found = await transaction.$queryRaw<Place[]>`
        SELECT id, created_at AS at FROM emails
         WHERE ${isOwned} AND (created_at, id) > (${after.at}, ${after.id}::uuid)
         ORDER BY created_at, id LIMIT ${size} FOR UPDATE`
      const { errors } = await removeEmails(
        { db: transaction, storage },
        found.map(({ id }) => id),
      )
      return { found, done: found.length - errors.size, errors }
    }, erasingTimeout),
  )
}
