import { frozenEmailKey } from '@pas/capture-queue/frozen-email'
import type { Database } from '@pas/db/database'
import type { Change } from '@pas/email-clients/emulate/emulated-document'
import type { Clock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'
import type { EmailReader } from '../emails/email-reader'
import { getOpenEmail, noOpenEmail } from '../previews/create-previews'
import type { PreviewAddress } from '../previews/schema'

export interface ListChangesDeps {
  db: Database
  clock: Clock
  storage: Pick<Storage, 'get'>
  emailReader: Pick<EmailReader, 'listChanges'>
}

/** The longest that an email waits for a thread and is gone through in it: a newsletter takes a tenth of a second. */
const timeoutMs = 10_000

/**
 * What an email client removes or changes in an email of this account. Starts no capture. Throws 404 for an email that is unknown, another
 * account's, or without its content, which is erased after 48 hours; rejects with an `UnreadEmailError` when it takes too long.
 */
export async function listChanges(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, emailClient, orientation, images }: PreviewAddress,
): Promise<Change[]> {
  await getOpenEmail(deps, emailGuid, accountId)
  const stored = await deps.storage.get(frozenEmailKey(emailGuid))
  // Removed meanwhile.
  if (!stored) throw noOpenEmail()
  return deps.emailReader.listChanges(
    { body: stored.body, emailClientCode: emailClient.code, orientation, images },
    AbortSignal.timeout(timeoutMs),
  )
}
