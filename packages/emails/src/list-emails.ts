import { Prisma, type Email } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'

export type ListPlace = Pick<Email, 'createdAt' | 'id'>

export interface EmailFilter {
  limit: number
  /** Null: the list begins at the newest email. Emails behind a place come oldest first, those before it newest first. */
  from: { side: 'before' | 'behind'; place: ListPlace } | null
  reference?: string | undefined
  inbox?: string | undefined
  /** An address of the header or the envelope, in any case. */
  recipient?: string | undefined
  /** Part of the label, subject, title or reference, in upper or lower case. */
  search?: string | undefined
}

/** Emails that one search reads at most, in a few milliseconds, however many the account has. */
export const searchedAtOnce = 5_000

/**
 * `last` is the last email searched when more remain, else null. A search may resolve to fewer than `limit`, or none,
 * with a `last`.
 */
export async function listEmails(
  { db }: DbDeps,
  accountId: number,
  filter: EmailFilter,
): Promise<{ emails: Email[]; last: ListPlace | null }> {
  const { limit, from, reference, inbox, recipient, search } = filter
  const isSearch = search !== undefined || recipient !== undefined
  const searched = isSearch ? await searchEmails({ db }, accountId, filter) : null
  const direction = from?.side === 'behind' ? 'asc' : 'desc'
  const rows = await db.email.findMany({
    where: {
      accountId,
      ...(searched && { id: { in: searched.ids } }),
      ...(reference !== undefined && { reference }),
      ...(inbox !== undefined && { inbox }),
      ...(from && isBeyond(from)),
    },
    orderBy: [{ createdAt: direction }, { id: direction }],
    take: limit + 1,
  })
  const emails = rows.slice(0, limit)
  const last = rows.length > limit ? emails.at(-1) : searched?.last
  return { emails, last: last ?? null }
}

function isBeyond({
  side,
  place: { createdAt, id },
}: NonNullable<EmailFilter['from']>): Prisma.EmailWhereInput {
  return side === 'behind'
    ? {
        OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }],
        createdAt: { gte: createdAt },
      }
    : {
        OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
        createdAt: { lte: createdAt },
      }
}

/** Returns up to `limit` + 1 ids, and the last email searched when more remain. */
async function searchEmails(
  { db }: DbDeps,
  accountId: number,
  { limit, from, reference, inbox, recipient, search }: EmailFilter,
): Promise<{ ids: string[]; last: ListPlace | null }> {
  const [direction, comparison] =
    from?.side === 'behind' ? [Prisma.sql`ASC`, Prisma.sql`>`] : [Prisma.sql`DESC`, Prisma.sql`<`]
  const conditions = [
    Prisma.sql`account_id = ${accountId}`,
    ...(reference === undefined ? [] : [Prisma.sql`reference = ${reference}`]),
    ...(inbox === undefined ? [] : [Prisma.sql`inbox = ${inbox}`]),
    ...(from
      ? [Prisma.sql`(created_at, id) ${comparison} (${from.place.createdAt}, ${from.place.id}::uuid)`]
      : []),
  ]
  const isFound = [
    Prisma.sql`true`,
    ...(recipient === undefined ? [] : [Prisma.sql`recipients @> ARRAY[${recipient.toLowerCase()}]`]),
    ...(search === undefined
      ? []
      : [
          Prisma.sql`strpos(lower(concat_ws(E'\\n', label, subject, title, reference)), lower(${search})) > 0`,
        ]),
  ]
  const rows = await db.$queryRaw<(ListPlace & { isFound: boolean })[]>`
    WITH searched AS MATERIALIZED (
      SELECT id, created_at, subject, title, label, reference, recipients,
             row_number() OVER (ORDER BY created_at ${direction}, id ${direction}) AS place
        FROM emails WHERE ${Prisma.join(conditions, ' AND ')}
       ORDER BY created_at ${direction}, id ${direction} LIMIT ${searchedAtOnce}
    ), found AS (
      SELECT id, created_at FROM searched WHERE ${Prisma.join(isFound, ' AND ')}
       ORDER BY place LIMIT ${limit + 1}
    ), last AS (
      SELECT id, created_at FROM searched WHERE place = ${searchedAtOnce}
    )
    SELECT id, created_at AS "createdAt", true AS "isFound" FROM found
     UNION ALL SELECT id, created_at, false FROM last`
  const last = rows.find((row) => !row.isFound)
  return {
    ids: rows.filter((row) => row.isFound).map(({ id }) => id),
    last: last ? { createdAt: last.createdAt, id: last.id } : null,
  }
}
