import { frozenEmailKey } from '@pas/captures/storage-keys'
import type { Database } from '@pas/db/database'
import type { Change } from '@pas/email-clients/engine/emulated-document'
import type { Clock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'
import { readingThreads, UnreadEmailError, type EmailReader } from '../emails/email-reader'
import type { FairQueue, FairQueueLimits } from '../emails/fair-queue'
import { getOpenEmail, noOpenEmail } from '../previews/open-email'
import type { PreviewAddress } from '../previews/schema'

export interface ListChangesDeps {
  db: Database
  clock: Clock
  storage: Pick<Storage, 'get'>
  emailReader: Pick<EmailReader, 'listChanges'>
  /** Where a request waits for its turn: what is gone through holds its email in memory and has a thread. */
  changesQueue: FairQueue
}

/** Leaves a thread to uploads, and with more than two of them one to other accounts. */
export const changesLimits: FairQueueLimits = {
  maxConcurrent: readingThreads - 1,
  maxPerAccount: Math.max(1, readingThreads - 2),
}

/** The longest that an email is gone through: a newsletter takes a tenth of a second. */
const timeoutMs = 10_000
/** The longest that it waits for its turn before. */
const turnTimeoutMs = 20_000

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
  const goThrough = async (): Promise<Change[]> => {
    const stored = await deps.storage.get(frozenEmailKey(emailGuid))
    // Removed meanwhile.
    if (!stored) throw noOpenEmail()
    return deps.emailReader.listChanges(
      { body: stored.body, emailClientCode: emailClient.code, orientation, images },
      AbortSignal.timeout(timeoutMs),
    )
  }
  const turn = AbortSignal.timeout(turnTimeoutMs)
  return deps.changesQueue
    .open(accountId, Infinity)
    .run(goThrough, turn)
    .catch((error: unknown) => {
      throw error === turn.reason ? new UnreadEmailError('an email had no turn', { cause: error }) : error
    })
}
