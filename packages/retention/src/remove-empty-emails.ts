import { hasPreview } from '@pas/captures/email-captures'
import { removeRows } from '@pas/captures/remove-rows'
import type { Prisma } from '@pas/db/database'

/**
 * Removes the emails of this list whose content is erased and that have no preview left, so that no row is kept of
 * which nothing remains. Call it after erasing a content or a picture, in the transaction that has locked the emails.
 */
export async function removeEmptyEmails(
  db: Prisma.TransactionClient,
  emailIds: readonly string[],
): Promise<void> {
  const empty = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM emails e
     WHERE id = ANY(${emailIds}::uuid[]) AND content_erased_at IS NOT NULL AND NOT ${hasPreview}`
  await removeRows({ db }, { previewIds: [], emailIds: empty.map(({ id }) => id) })
}
