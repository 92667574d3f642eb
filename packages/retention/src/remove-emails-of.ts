import { lockEmailsOf } from '@pas/emails/lock-emails'
import { eraseInBatches } from './erase-in-batches'
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
  const { db, storage, clock } = deps
  return eraseInBatches(deps, (after) =>
    db.$transaction(async (transaction) => {
      const found = await lockEmailsOf({ db: transaction }, owner, { after, limit: size })
      const { errors } = await removeEmails(
        { db: transaction, storage, clock },
        found.map(({ id }) => id),
      )
      return { found, done: found.length - errors.size, errors }
    }, erasingTimeout),
  )
}
