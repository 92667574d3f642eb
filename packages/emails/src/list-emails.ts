import { Prisma, type Email } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'

export type ListPlace = Pick<Email, 'createdAt' | 'id'>

export interface EmailFilter {
  limit: number
  /** Null: the list begins at the newest email. */
  after: ListPlace | null
  reference?: string | undefined
  /** Part of the label, subject, title or reference, in upper or lower case. */
  search?: string | undefined
}

/** Emails that one search reads at most, in a few milliseconds, however many the account has. */
export const searchedAtOnce = 5_000

/**
 * Newest first. `last` is the last email searched when more remain, else null. A search may resolve to fewer than
 * `limit`, or none, with a `last`.
 */
export async function listEmails(
  { db }: DbDeps,
  accountId: number,
  { limit, after, reference, search }: EmailFilter,
): Promise<{ emails: Email[]; last: ListPlace | null }> {
  const searched =
    search === undefined ? null : await searchEmails({ db }, accountId, { limit, after, reference, search })
  const rows = await db.email.findMany({
    where: {
      accountId,
      ...(searched && { id: { in: searched.ids } }),
      ...(reference !== undefined && { reference }),
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
        createdAt: { lte: after.createdAt },
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const emails = rows.slice(0, limit)
  const last = rows.length > limit ? emails.at(-1) : searched?.last
  return { emails, last: last ?? null }
}

/** Returns up to `limit` + 1 ids, and the last email searched when more remain. */
async function searchEmails(
  { db }: DbDeps,
  accountId: number,
  { limit, after, reference, search }: EmailFilter & { search: string },
): Promise<{ ids: string[]; last: ListPlace | null }> {
  const isAfter = after
    ? Prisma.sql`AND (created_at, id) < (${after.createdAt}, ${after.id}::uuid)`
    : Prisma.empty
  const hasReference = reference === undefined ? Prisma.empty : Prisma.sql`AND reference = ${reference}`
  const rows = await db.$queryRaw<(ListPlace & { isFound: boolean })[]>`
    WITH searched AS MATERIALIZED (
      SELECT id, created_at, subject, title, label, reference FROM emails
       WHERE account_id = ${accountId} ${hasReference} ${isAfter}
       ORDER BY created_at DESC, id DESC LIMIT ${searchedAtOnce}
    ), found AS (
      SELECT id, created_at FROM searched
       WHERE strpos(lower(concat_ws(E'\\n', label, subject, title, reference)), lower(${search})) > 0
       ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}
    ), last AS (
      SELECT id, created_at FROM searched WHERE (SELECT count(*) FROM searched) = ${searchedAtOnce}
       ORDER BY created_at, id LIMIT 1
    )
    SELECT id, created_at AS "createdAt", true AS "isFound" FROM found
     UNION ALL SELECT id, created_at, false FROM last`
  const last = rows.find(({ isFound }) => !isFound)
  return {
    ids: rows.filter(({ isFound }) => isFound).map(({ id }) => id),
    last: last ? { createdAt: last.createdAt, id: last.id } : null,
  }
}
