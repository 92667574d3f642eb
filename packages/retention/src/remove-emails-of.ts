import { lockEmailsOf } from '@pas/emails/lock-emails'
import { eraseInBatches } from './erase-in-batches'
import { removeEmails } from './remove-emails'
import { erasingTimeout, type RetentionDeps } from './retention-deps'

const size = 50

/**
 * Of an account, or those uploaded with a user's tokens; resolves to their number. Jobs of waiting captures find
 * nothing to do. Rejects as `eraseInBatches` does.
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
