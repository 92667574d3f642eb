import { countPreviews, type PreviewCounts } from '@pas/captures/list-previews'
import type { Email } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { holdContentBytes, readContent } from '@pas/emails/email-content'
import { findEmail } from '@pas/emails/find-emails'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import { listEmails } from '@pas/emails/list-emails'
import type { HeldBody } from '@pas/runtime/http/bodies-in-flight'
import { ApiError } from '@pas/runtime/errors'
import type { Storage } from '@pas/storage/storage'
import type { z } from 'zod'
import { readCursor, writeCursor } from '../http/list-cursor'
import { defaultLimit } from '../http/page-query'
import type { EmailReader } from '../emulation/email-reader'
import { getOpenEmail, noOpenEmail } from '../emulation/open-email'
import type { EmailArrivals } from './email-arrivals'
import type { emailListQuery } from './schema'

const writeTimeoutMs = 10_000

export interface EmailWithCounts {
  email: Email
  counts: PreviewCounts
}

export interface EmailPage {
  emails: EmailWithCounts[]
  /** What to send as `before`, or as `after` for emails that come oldest first. */
  next: string | null
}

/**
 * Newest first, older than the cursor `before`; or oldest first, behind the email `after`. A page of a search may be
 * short and still have a `next`. Throws a 400 for another account's cursor, and 404 for another account's email.
 */
export async function listOwnEmails(
  deps: DatabaseDeps,
  accountId: number,
  { limit = defaultLimit, before, after, to: recipient, ...filter }: z.output<typeof emailListQuery>,
): Promise<EmailPage> {
  const from =
    after !== undefined
      ? { side: 'behind' as const, place: (await getEmail(deps, accountId, after.toLowerCase())).email }
      : before !== undefined
        ? { side: 'before' as const, place: readCursor(before, String(accountId)) }
        : null
  const { emails, last } = await listEmails(deps, accountId, { limit, from, recipient, ...filter })
  const next = last && (after === undefined ? writeCursor(last, String(accountId)) : last.id)
  return { emails: await withCounts(deps, emails), next }
}

/** Waits for the first email that the list would have, if it has none. */
export async function untilListed(
  { emailArrivals, ...deps }: DatabaseDeps & { emailArrivals: EmailArrivals },
  accountId: number,
  query: z.output<typeof emailListQuery>,
  wait: { timeoutMs: number; signal: AbortSignal },
): Promise<EmailPage> {
  const arrivals = emailArrivals.watch(accountId, wait)
  try {
    for (;;) {
      const page = await listOwnEmails(deps, accountId, query)
      if (page.emails.length > 0 || page.next !== null || !(await arrivals.next())) return page
    }
  } finally {
    arrivals.close()
  }
}

/** Throws 404 when the email is unknown, deleted, or another account's. */
export async function getEmail(
  deps: DatabaseDeps,
  accountId: number,
  emailGuid: string,
): Promise<EmailWithCounts> {
  const email = await findEmail(deps, { id: emailGuid, accountId })
  const [found] = email ? await withCounts(deps, [email]) : []
  if (!found) throw new ApiError('not_found', 'There is no email with this guid.')
  return found
}

/**
 * Throws 404 when the email is not open or another account's. Calls `hold` with the number of bytes before they are in
 * memory; what `hold` throws refuses them.
 */
export async function getEmailSource(
  { storage, ...deps }: DatabaseDeps & { storage: Pick<Storage, 'open'> },
  accountId: number,
  emailGuid: string,
  hold?: HeldBody['hold'],
): Promise<FrozenEmail> {
  await getOpenEmail(deps, emailGuid, accountId)
  const content = await readContent(storage, emailGuid, hold)
  // The content was erased since the row was read.
  if (!content) throw noOpenEmail()
  return content
}

/** Like `getEmailSource`, but returns the answer as JSON. It is written in a thread: 10 MB take 100 ms. */
export async function writeEmailSource(
  {
    storage,
    emailReader,
    ...deps
  }: DatabaseDeps & {
    storage: Pick<Storage, 'open'>
    emailReader: Pick<EmailReader, 'forAccount'>
  },
  accountId: number,
  emailGuid: string,
  hold: HeldBody['hold'],
): Promise<Uint8Array> {
  await getOpenEmail(deps, emailGuid, accountId)
  const body = await holdContentBytes(storage, emailGuid, hold)
  if (!body) throw noOpenEmail()
  return emailReader.forAccount(accountId).writeSource(body, AbortSignal.timeout(writeTimeoutMs))
}

async function withCounts(deps: DatabaseDeps, emails: Email[]): Promise<EmailWithCounts[]> {
  if (emails.length === 0) return []
  const counts = await countPreviews(
    deps,
    emails.map(({ id }) => id),
  )
  const countsByEmail = new Map(counts.map((count) => [count.emailId, count]))
  // An email that was deleted since the first statement has no counts.
  return emails.flatMap((email) => {
    const emailCounts = countsByEmail.get(email.id)
    return emailCounts ? [{ email, counts: emailCounts }] : []
  })
}
