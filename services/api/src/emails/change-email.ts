import type { Database } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import type { EmailChanges } from './schema'

/** Changes what the owner calls an email of this account. Throws 404 when it is unknown, deleted, or another account's. */
export async function changeEmail(
  { db }: { db: Database },
  accountId: number,
  emailGuid: string,
  { reference, label }: EmailChanges,
): Promise<void> {
  const { count } = await db.email.updateMany({
    where: { id: emailGuid, accountId },
    data: { ...(reference !== undefined && { reference }), ...(label !== undefined && { label }) },
  })
  if (count === 0) throw new ApiError('not_found', 'There is no email with this guid.')
}
