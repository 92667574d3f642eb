import { Prisma } from '@pas/db/database'
import type { RetentionDeps } from './retention-deps'
import { repeatInBatches } from './repeat-in-batches'

/** Emails changed in one statement. */
const size = 1_000

/** A user or application whose emails stay with their account. */
export type Uploader = { userId: number } | { oauthApplicationId: number }

/** Clears the user or the application in the rows of the emails that were uploaded with its tokens or keys. */
export function detachEmails(
  { db, signal }: { db: Prisma.TransactionClient } & Pick<RetentionDeps, 'signal'>,
  uploader: Uploader,
): Promise<number> {
  const [column, id] =
    'userId' in uploader
      ? [Prisma.sql`user_id`, uploader.userId]
      : [Prisma.sql`oauth_application_id`, uploader.oauthApplicationId]
  return repeatInBatches(signal, async () => {
    const done = await db.$executeRaw`
      UPDATE emails SET ${column} = NULL WHERE id = ANY(ARRAY(
        SELECT id FROM emails WHERE ${column} = ${id} ORDER BY id LIMIT ${size} FOR UPDATE))`
    return { found: done, done }
  })
}
