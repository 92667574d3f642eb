import { countPreviews, type PreviewCounts } from '@pas/captures/list-previews'
import { buffer } from 'node:stream/consumers'
import { frozenEmailKey } from '@pas/captures/storage-keys'
import { readStored, frozenEmail, type FrozenEmail } from '@pas/captures/frozen-email'
import type { Database, Email } from '@pas/db/database'
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

/** The query of `GET /emails`. */
export const emailListQuery = z.object({
  ...pageQuery('How many emails, 1 to 100:'),
  reference: reference
    .optional()
    .meta({ description: 'Only emails that were uploaded with this reference.' }),
})

/**
 * A page of the account's emails, newest first: those older than the cursor `before`. `next` is the next page's cursor;
 * null when there are no more. Throws a 400 when the cursor was not given to this account.
 */
export async function listEmails(
  deps: Deps,
  accountId: number,
  { limit = defaultLimit, before, reference: wanted }: z.output<typeof emailListQuery>,
): Promise<{ emails: EmailWithCounts[]; next: string | null }> {
  const after = before === undefined ? null : readCursor(before, String(accountId))
  const found = await deps.db.email.findMany({
    where: {
      accountId,
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
  const last = emails.at(-1)
  const next = found.length > limit && last ? writeCursor(last, String(accountId)) : null
  return { emails: await withCounts(deps, emails), next }
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
