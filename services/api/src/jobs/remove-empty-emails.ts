import type { Prisma } from '@pas/db/database'
import { removeRows } from '../emails/remove-rows'

/** Removes those of these emails, locked by this transaction, whose content is erased and that have no preview left. */
export async function removeEmptyEmails(
  db: Prisma.TransactionClient,
  emailIds: readonly string[],
): Promise<void> {
  const empty = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM emails e
     WHERE id = ANY(${emailIds}::uuid[]) AND content_erased_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM previews p WHERE p.email_id = e.id)`
  await removeRows(db, { previewIds: [], emailIds: empty.map(({ id }) => id) })
}
