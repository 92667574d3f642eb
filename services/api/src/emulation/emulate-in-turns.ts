import { assetFailureTexts } from '@pas/api-contract/assets'
import type { PreviewConfiguration } from '@pas/email-clients/email-client'
import {
  ChangesOfConfigurations,
  groupAlike,
  type ChangeOfConfigurations,
  type FoundChange,
} from '@pas/email-clients/effects/changes-of-clients'
import type { FailedAsset } from '@pas/emails/frozen-email'
import { createFairQueue, type FairQueue } from '@pas/runtime/fair-queue'
import { shownUrl } from '../http/short-text'
import { maxSmallLength, readingThreads, UnreadEmailError, type EmailReader } from './email-reader'
import type { ReadableEmail } from './open-email'

export interface EmulationDeps {
  emailReader: Pick<EmailReader, 'of'>
  /** The queue in which a request waits: an email being emulated is in memory and occupies a thread. */
  changesQueue: FairQueue
}

/** Leaves one thread to uploads, and another to small emails. */
const changesPlaces = readingThreads - 1
const placesOfLongEmails = changesPlaces - 1

/** Makes a `changesQueue`, in which an account's turns depend on the seconds that threads worked for it. */
export const createChangesQueue = ({ workTimes }: Pick<EmailReader, 'workTimes'>): FairQueue =>
  createFairQueue({ maxConcurrent: changesPlaces, maxPerAccount: placesOfLongEmails, workTimes })

/** Timeout of emulating the email; a newsletter takes a tenth of a second. */
const timeoutMs = 10_000
/** Timeout of waiting in the queue before that. */
export const turnTimeoutMs = 20_000
/**
 * Time after which a request about several email clients begins no further emulation. With the last emulation, which
 * may take `timeoutMs`, it ends before PROXY_TIMEOUT_MS.
 */
const manyTimeoutMs = 40_000

/**
 * The changes of several configurations. Email clients that share a profile are emulated once. Each emulation waits for
 * a turn of its own, so that other accounts have theirs in between. Rejects with an `UnreadEmailError` when it takes too
 * long, with the signal's reason when `signal` aborts, and as the email's functions do.
 */
export async function emulateInTurns(
  deps: EmulationDeps,
  accountId: number,
  { email, configurations }: { email: ReadableEmail; configurations: readonly PreviewConfiguration[] },
  signal: AbortSignal,
): Promise<ChangeOfConfigurations[]> {
  const ends = { signal, deadline: AbortSignal.timeout(manyTimeoutMs) }
  const gathered = new ChangesOfConfigurations()
  for (const alike of groupAlike(configurations)) {
    const [configuration] = alike
    gathered.add(await emulateOne(deps, accountId, { email, configuration }, ends), alike)
  }
  return gathered.list()
}

/** When waiting for a turn ends; `signal` ends the work too. */
interface TurnEnds {
  signal: AbortSignal
  deadline: AbortSignal
}

/** Emulates the email when the account has its turn. Rejects as `inTurn` does. */
export async function emulateOne(
  deps: EmulationDeps,
  accountId: number,
  { email, configuration }: { email: ReadableEmail; configuration: PreviewConfiguration },
  ends: TurnEnds,
): Promise<FoundChange[]> {
  const { emailClient, orientation, images } = configuration
  const goThrough = async (): Promise<FoundChange[]> => {
    const body = await email.body()
    const changes = await deps.emailReader
      .of(accountId)
      .listChanges(
        { body, emailClientCode: emailClient.code, orientation, images },
        AbortSignal.any([ends.signal, AbortSignal.timeout(timeoutMs)]),
      )
    const showsImages = images === 'allowed' && emailClient.engine !== 'text'
    if (!showsImages) return changes
    return [...changes, ...(await email.failedAssets()).map(missingAsset)]
  }
  return inTurn(deps, accountId, email, goThrough, ends)
}

/**
 * Does what has an email in memory and occupies a thread, when the account has its turn. Rejects with an
 * `UnreadEmailError` when there is none before `deadline`, with the reason of `signal` when it aborts, and as `work` and
 * the email's `length` do.
 */
export async function inTurn<Answer>(
  { changesQueue }: Pick<EmulationDeps, 'changesQueue'>,
  accountId: number,
  email: Pick<ReadableEmail, 'length'>,
  work: () => Promise<Answer>,
  { signal, deadline }: TurnEnds,
): Promise<Answer> {
  signal.throwIfAborted()
  const places = (await email.length()) <= maxSmallLength ? changesPlaces : placesOfLongEmails
  return changesQueue
    .open(accountId, Infinity, places)
    .run(work, AbortSignal.any([signal, deadline]))
    .catch((error: unknown) => {
      signal.throwIfAborted()
      throw error === deadline.reason ? new UnreadEmailError('no turn in time', { cause: error }) : error
    })
}

/** What a reader of `/changes` is told of an asset that is shown as a missing picture. */
const missingAsset = ({ url, reason, httpStatus, where }: FailedAsset): FoundChange => ({
  rule: 'asset-not-fetched',
  what: shownUrl(url),
  where,
  count: 1,
  source: `our fetch of the email’s assets: ${lostBecause({ reason, httpStatus })}`,
})

/** Why an asset could not be fetched, as the end of a sentence. */
export const lostBecause = ({
  reason,
  httpStatus,
}: {
  reason: FailedAsset['reason']
  httpStatus?: number | undefined
}): string => `${assetFailureTexts[reason]}${httpStatus === undefined ? '' : ` (${httpStatus})`}`
