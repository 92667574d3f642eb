import { emailPicturesPrefix, picturePrefix } from '@pas/captures/storage-keys'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { lockEmailsOfOldPictures, lockOldPictures, type OldPicture } from '@pas/captures/lock-captures'
import { removeRows } from '@pas/captures/remove-rows'
import { eraseObjects } from './erase-objects'
import { eraseInBatches } from './erase-in-batches'
import { removeEmptyEmails } from './remove-emails'
import { erasingTimeout, type RetentionDeps } from './retention-deps'

/** Whose emails' old pictures go together. */
const picturesPerBatch = 100

/** Removes pictures 180 days after their capture. Resolves to their number. Rejects as `eraseInBatches` does. */
export function removeOldPictures(deps: RetentionDeps): Promise<number> {
  const { db, storage, clock } = deps
  return eraseInBatches(deps, (after) =>
    db.$transaction(async (transaction) => {
      const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
      // Emails first, and alone, so that only one of two runs works on an email's pictures.
      const found = await lockEmailsOfOldPictures(
        { db: transaction },
        { oldest, after, limit: picturesPerBatch },
      )
      // Asked again, because another run may have removed some between that statement's snapshot and its locks.
      const previews = await lockOldPictures(
        { db: transaction },
        found.map(({ id }) => id),
        oldest,
      )
      const prefixes = new Set(previews.flatMap((row) => prefixToErase(row) ?? []))
      const refused = await eraseObjects(storage, new Map([...prefixes].map((prefix) => [prefix, [prefix]])))
      const errors = new Map(
        previews.flatMap((row) => {
          const prefix = prefixToErase(row) ?? ''
          return refused.has(prefix) ? [[row.id, refused.get(prefix)] as const] : []
        }),
      )
      const erased = previews.filter(({ id }) => !errors.has(id))
      await removeRows({ db: transaction }, { previewIds: erased.map(({ id }) => id), emailIds: [] })
      await removeEmptyEmails(transaction, [...new Set(erased.map(({ emailId }) => emailId))])
      return { found, done: erased.length, errors }
    }, erasingTimeout),
  )
}

/** One for all pictures of an email where none stays. Null where another preview needs the picture. */
function prefixToErase(row: OldPicture): string | null {
  if (row.isShared) return null
  return row.isLast && row.namedByHash ? emailPicturesPrefix(row.emailId) : picturePrefix(row)
}
