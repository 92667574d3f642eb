import type { FailedAsset } from '@pas/captures/frozen-email'
import { frozenEmailKey } from '@pas/captures/storage-keys'
import type { Database } from '@pas/db/database'
import type { Change } from '@pas/email-clients/engine/emulated-document'
import type { Clock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'
import { listFailedAssets } from '../assets/list-assets'
import { assetFailureTexts, shownUrl } from '../assets/schema'
import { readingThreads, UnreadEmailError, type EmailReader } from '../reading/email-reader'
import type { FairQueue, FairQueueLimits } from '../fair-queue'
import { getOpenEmail, noOpenEmail } from '../previews/open-email'
import type { PreviewAddress } from '../previews/schema'

/** What `listChanges` needs. */
export interface ListChangesDeps {
  db: Database
  clock: Clock
  storage: Pick<Storage, 'get'>
  emailReader: Pick<EmailReader, 'listChanges'>
  /** The queue in which a request waits: an email being emulated is in memory and occupies a thread. */
  changesQueue: FairQueue
}

/** Leaves one thread to uploads, and with more than two threads another one to the changes of other accounts. */
export const changesLimits: FairQueueLimits = {
  maxConcurrent: readingThreads - 1,
  maxPerAccount: Math.max(1, readingThreads - 2),
}

/** Timeout of emulating the email; a newsletter takes a tenth of a second. */
const timeoutMs = 10_000
/** Timeout of waiting in the queue before that. */
const turnTimeoutMs = 20_000

/** What an email client changed, or an asset of the email that could not be fetched. */
export type ListedChange = Omit<Change, 'source'> & { source: string }

/**
 * What an email client removes or changes in an email of this account and, for one that shows images, which of the
 * email's assets could not be fetched. Starts no capture. Throws 404 when the email is unknown, another account's, or
 * older than 48 hours, so that its content is erased. Rejects with an `UnreadEmailError` when it takes too long.
 */
export async function listChanges(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, emailClient, orientation, images }: PreviewAddress,
): Promise<ListedChange[]> {
  await getOpenEmail(deps, emailGuid, accountId)
  const goThrough = async (): Promise<ListedChange[]> => {
    const stored = await deps.storage.get(frozenEmailKey(emailGuid))
    // The content was erased since the row was read.
    if (!stored) throw noOpenEmail()
    const changes = await deps.emailReader.listChanges(
      { body: stored.body, emailClientCode: emailClient.code, orientation, images },
      AbortSignal.timeout(timeoutMs),
    )
    const showsImages = images === 'allowed' && emailClient.engine !== 'text'
    if (!showsImages) return changes
    return [...changes, ...(await listFailedAssets(deps.storage, emailGuid)).map(missingAsset)]
  }
  const turn = AbortSignal.timeout(turnTimeoutMs)
  return deps.changesQueue
    .open(accountId, Infinity)
    .run(goThrough, turn)
    .catch((error: unknown) => {
      throw error === turn.reason ? new UnreadEmailError('no turn in time', { cause: error }) : error
    })
}

/** What a reader of `/changes` is told of an asset that is shown as a missing picture. */
const missingAsset = ({ url, reason, httpStatus, where }: FailedAsset): ListedChange => ({
  rule: 'asset-not-fetched',
  what: shownUrl(url),
  where,
  count: 1,
  source: `our fetch of the email’s assets: ${assetFailureTexts[reason]}${httpStatus === undefined ? '' : ` (${httpStatus})`}`,
})
