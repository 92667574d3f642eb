import type { Prisma } from '@pas/db/database'
import type { Uploader } from '@pas/emails/find-emails'
import { detachEmails } from '@pas/emails/lock-emails'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 1_000

/** Of all emails uploaded with its tokens or keys. */
export const detachAllEmails = (
  { db, signal }: { db: Prisma.TransactionClient } & Pick<RetentionDeps, 'signal'>,
  uploader: Uploader,
): Promise<number> =>
  repeatInBatches(signal, async () => {
    const done = await detachEmails({ db }, uploader, size)
    return { found: done, done }
  })
