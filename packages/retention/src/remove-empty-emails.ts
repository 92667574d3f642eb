import { hasPreview } from '@pas/captures/email-captures'
import { removeRows } from '@pas/captures/remove-rows'
import { Prisma } from '@pas/db/database'
import { hasContent } from '@pas/emails/email-rows'
import { findAmong } from '@pas/emails/find-emails'

/**
 * Emails of the list without content and previews. Call it in the transaction that has locked them, after erasing a
 * content or a picture.
 */
export async function removeEmptyEmails(
  db: Prisma.TransactionClient,
  emailIds: readonly string[],
): Promise<void> {
  const empty = await findAmong({ db }, emailIds, Prisma.sql`NOT ${hasContent} AND NOT ${hasPreview}`)
  await removeRows({ db }, { previewIds: [], emailIds: empty })
}
