import { hasPicture } from '@pas/captures/email-captures'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { Prisma } from '@pas/db/database'
import { wasErasedAt } from '@pas/emails/email-rows'
import { lockEmails } from '@pas/emails/lock-emails'
import { removeEmails } from './remove-emails'
import { eraseInBatches } from './erase-in-batches'
import { erasingTimeout, type RetentionDeps } from './retention-deps'

const size = 50

/**
 * Emails with only failed previews, 180 days after the content was erased. Resolves to their number. Rejects as
 * `eraseInBatches` does.
 */
export function removeOldEmails(deps: RetentionDeps): Promise<number> {
  const { db, storage, clock } = deps
  return eraseInBatches(deps, (after) =>
    db.$transaction(async (transaction) => {
      const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
      const which = Prisma.sql`${wasErasedAt(oldest)} AND NOT ${hasPicture}`
      const found = await lockEmails({ db: transaction }, 'erasure', which, { after, limit: size })
      const { errors } = await removeEmails(
        { db: transaction, storage, clock },
        found.map(({ id }) => id),
      )
      return { found, done: found.length - errors.size, errors }
    }, erasingTimeout),
  )
}
