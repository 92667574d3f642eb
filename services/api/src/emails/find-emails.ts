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
import type { emailListQuery } from './schema'

const writeTimeoutMs = 10_000

export interface EmailWithCounts {
  email: Email
  counts: PreviewCounts
}

/**
 * Newest first, older than the cursor `before`. A page of a search may be short and still have a `next`. Throws a 400
 * for another account's cursor.
 */
export async function listOwnEmails(
  deps: DatabaseDeps,
  accountId: number,
  { limit = defaultLimit, before, ...filter }: z.output<typeof emailListQuery>,
): Promise<{ emails: EmailWithCounts[]; next: string | null }> {
  const after = before === undefined ? null : readCursor(before, String(accountId))
  const { emails, last } = await listEmails(deps, accountId, { limit, after, ...filter })
  const next = last ? writeCursor(last, String(accountId)) : null
  return { emails: await withCounts(deps, emails), next }
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
