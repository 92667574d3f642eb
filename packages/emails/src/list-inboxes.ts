import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { emailLifetimeMs } from './lifetimes'

export interface ListedInbox {
  name: string
  emails: number
  /** Emails of which nobody has asked for a picture. */
  unread: number
  lastEmailAt: Date
}

/** Of emails whose content is kept. The inbox with the newest one comes first. */
export function listInboxes(
  { db, clock }: RowDeps,
  accountId: number,
  limit: number,
): Promise<ListedInbox[]> {
  const since = new Date(clock.now().getTime() - emailLifetimeMs)
  return db.$queryRaw<ListedInbox[]>(Prisma.sql`
    SELECT inbox AS name, count(*)::int AS emails, max(created_at) AS "lastEmailAt",
           count(*) FILTER (WHERE assets_due_at = expires_at)::int AS unread
      FROM emails
     WHERE account_id = ${accountId} AND inbox IS NOT NULL AND created_at > ${since} AND content_erased_at IS NULL
     GROUP BY inbox ORDER BY max(created_at) DESC, inbox LIMIT ${limit}`)
}
