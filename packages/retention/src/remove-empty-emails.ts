import { hasPreview } from '@pas/captures/email-captures'
import { removeRows } from '@pas/captures/remove-rows'
import { Prisma } from '@pas/db/database'
import { hasContent } from '@pas/emails/email-rows'
import { findAmong } from '@pas/emails/find-emails'

/**
 * Removes the emails of this list whose content is erased and that have no preview left, so that no row is kept of
 * which nothing remains. Call it after erasing a content or a picture, in the transaction that has locked the emails.
 */
export async function removeEmptyEmails(
  db: Prisma.TransactionClient,
  emailIds: readonly string[],
): Promise<void> {
  const empty = await findAmong({ db }, emailIds, Prisma.sql`NOT ${hasContent} AND NOT ${hasPreview}`)
  await removeRows({ db }, { previewIds: [], emailIds: empty })
}
