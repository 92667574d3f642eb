import { countPreviews, type PreviewCounts } from '@pas/captures/list-previews'
import { buffer } from 'node:stream/consumers'
import { frozenEmailKey } from '@pas/captures/storage-keys'
import { readStored, frozenEmail, type FrozenEmail } from '@pas/captures/frozen-email'
import { Prisma, type Database, type Email } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { HeldBody } from '@pas/runtime/http/bodies-in-flight'
import { ApiError } from '@pas/runtime/errors'
import type { Storage } from '@pas/storage/storage'
import { z } from 'zod'
import { readCursor, writeCursor } from '../list-cursor'
import { defaultLimit, pageQuery } from '../page-query'
import { getOpenEmail, noOpenEmail } from '../previews/open-email'
import { reference } from './schema'

interface Deps {
  db: Database
  clock: Clock
}

/** An email's row and the numbers of its previews. */
export interface EmailWithCounts {
  email: Email
  counts: PreviewCounts
}

/**
 * Emails that one request with `search` looks through: so many that it takes Postgres a few milliseconds, as any page
 * of the list does, however many emails the account has.
 */
export const searchedAtOnce = 5_000

const formatCount = (count: number): string => new Intl.NumberFormat('en').format(count)

/** The query of `GET /emails`. */
export const emailListQuery = z.object({
  ...pageQuery('How many emails, 1 to 100:'),
  reference: reference.optional().meta({ description: 'Only emails with exactly this reference.' }),
  search: z
    .string('must be given once')
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters')
    .refine((sent) => !/\p{Cc}/u.test(sent), 'must not hold control characters')
    .optional()
    .meta({
      description:
        'Only emails whose subject or title (while they are kept), label or reference holds this text, in upper or lower case. One request looks ' +
        `through ${formatCount(searchedAtOnce)} emails: \`next\` may follow a page that is not full.`,
    }),
})

/**
 * A page of the account's emails, newest first: those older than the cursor `before`. `next` is the next page's cursor;
 * null when there are no more. A search may resolve to fewer than `limit`, or to none, with a `next`. Throws a 400 when
 * the cursor was not given to this account.
 */
export async function listEmails(
  deps: Deps,
  accountId: number,
  { limit = defaultLimit, before, reference: wanted, search }: z.output<typeof emailListQuery>,
): Promise<{ emails: EmailWithCounts[]; next: string | null }> {
  const after = before === undefined ? null : readCursor(before, String(accountId))
  const searched =
    search === undefined ? null : await searchEmails(deps, accountId, { search, wanted, after, limit })
  const found = await deps.db.email.findMany({
    where: {
      accountId,
      ...(searched && { id: { in: searched.ids } }),
      ...(wanted !== undefined && { reference: wanted }),
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
        createdAt: { lte: after.createdAt },
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const emails = found.slice(0, limit)
  const last = found.length > limit ? emails.at(-1) : searched?.lookedUntil
  const next = last ? writeCursor(last, String(accountId)) : null
  return { emails: await withCounts(deps, emails), next }
}

/**
 * Looks through the next `searchedAtOnce` emails of the account. Resolves to the ids of the first `limit` + 1 that match,
 * and to the email until which it looked, if there are more behind it.
 */
async function searchEmails(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  {
    search,
    wanted,
    after,
    limit,
  }: {
    search: string
    wanted: string | undefined
    after: { createdAt: Date; id: string } | null
    limit: number
  },
): Promise<{ ids: string[]; lookedUntil: { createdAt: Date; id: string } | null }> {
  const behind = after
    ? Prisma.sql`AND (created_at, id) < (${after.createdAt}, ${after.id}::uuid)`
    : Prisma.empty
  const named = wanted === undefined ? Prisma.empty : Prisma.sql`AND reference = ${wanted}`
  const rows = await db.$queryRaw<{ id: string; createdAt: Date; isFound: boolean }[]>`
    WITH looked AS MATERIALIZED (
      SELECT id, created_at, subject, title, label, reference FROM emails
       WHERE account_id = ${accountId} ${named} ${behind}
       ORDER BY created_at DESC, id DESC LIMIT ${searchedAtOnce}
    ), found AS (
      SELECT id, created_at FROM looked
       WHERE strpos(lower(concat_ws(E'\\n', label, subject, title, reference)), lower(${search})) > 0
       ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}
    ), last AS (
      SELECT id, created_at FROM looked WHERE (SELECT count(*) FROM looked) = ${searchedAtOnce}
       ORDER BY created_at, id LIMIT 1
    )
    SELECT id, created_at AS "createdAt", true AS "isFound" FROM found
     UNION ALL SELECT id, created_at, false FROM last`
  const last = rows.find(({ isFound }) => !isFound)
  return { ids: rows.filter(({ isFound }) => isFound).map(({ id }) => id), lookedUntil: last ?? null }
}

/** An email of this account. Throws 404 when it is unknown, deleted, or another account's. */
export async function getEmail(deps: Deps, accountId: number, emailGuid: string): Promise<EmailWithCounts> {
  const email = await deps.db.email.findFirst({ where: { id: emailGuid, accountId } })
  const [found] = email ? await withCounts(deps, [email]) : []
  if (!found) throw new ApiError('not_found', 'There is no email with this guid.')
  return found
}

/**
 * The content of an email of this account. Throws 404 when it is unknown, another account's, or older than 48 hours, so
 * that its content is erased. Calls `hold` with its bytes before they are in memory; what that throws refuses them.
 */
export async function getEmailSource(
  { storage, ...deps }: Deps & { storage: Pick<Storage, 'open'> },
  accountId: number,
  emailGuid: string,
  hold: HeldBody['hold'] = () => undefined,
): Promise<FrozenEmail> {
  await getOpenEmail(deps, emailGuid, accountId)
  const stored = await storage.open(frozenEmailKey(emailGuid))
  // The content was erased since the row was read.
  if (!stored) throw noOpenEmail()
  const { stream, contentLength } = stored
  try {
    hold(contentLength)
    return readStored(frozenEmail, await buffer(stream))
  } finally {
    stream.destroy()
  }
}

async function withCounts(deps: Deps, emails: Email[]): Promise<EmailWithCounts[]> {
  if (emails.length === 0) return []
  const counts = await countPreviews(
    deps,
    emails.map(({ id }) => id),
  )
  const byEmail = new Map(counts.map((count) => [count.emailId, count]))
  // An email that was deleted since the first statement has no counts.
  return emails.flatMap((email) => {
    const ofEmail = byEmail.get(email.id)
    return ofEmail ? [{ email, counts: ofEmail }] : []
  })
}
