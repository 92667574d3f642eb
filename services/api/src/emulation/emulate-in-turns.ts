import { assetFailureTexts } from '@pas/api-contract/assets'
import type { PreviewConfiguration } from '@pas/email-clients/email-client'
import {
  groupAlike,
  type ChangesOfAlike,
  type FoundChange,
} from '@pas/email-clients/effects/changes-of-clients'
import type { FailedAsset } from '@pas/emails/frozen-email'
import { createFairQueue, type FairQueue } from '@pas/runtime/fair-queue'
import { shownUrl } from '../http/shown-url'
import { maxSmallLength, readingThreads, UnreadEmailError, type EmailReader } from './email-reader'
import type { ReadableEmail } from './open-email'

export interface EmulationDeps {
  emailReader: Pick<EmailReader, 'forAccount'>
  /** Limits how many emails are in memory and occupy a thread. */
  changesQueue: FairQueue
}

/** Leaves one thread to uploads. */
const changesPlaces = readingThreads - 1
/** Leaves another thread to small emails. */
const placesOfLongEmails = changesPlaces - 1

/** The account for which threads have worked least is next. */
export const createChangesQueue = ({ workTimes }: Pick<EmailReader, 'workTimes'>): FairQueue =>
  createFairQueue({ maxConcurrent: changesPlaces, maxPerAccount: placesOfLongEmails, workTimes })

/** A newsletter takes a tenth of a second. */
const emulationTimeoutMs = 10_000
/** Timeout of waiting in the queue. */
export const turnTimeoutMs = 20_000
/** No emulation begins later, so the last one ends before PROXY_TIMEOUT_MS. */
const lastBeginMs = 40_000

/**
 * Emulates once for email clients that share a profile. Each emulation waits for a turn, so that other accounts' come
 * in between. Rejects with an `UnreadEmailError`, and the reason of `signal`.
 */
export async function emulateInTurns(
  deps: EmulationDeps,
  accountId: number,
  { email, configurations }: { email: ReadableEmail; configurations: readonly PreviewConfiguration[] },
  signal: AbortSignal,
): Promise<ChangesOfAlike[]> {
  const ends = { signal, deadline: AbortSignal.timeout(lastBeginMs) }
  const emulated: ChangesOfAlike[] = []
  for (const alike of groupAlike(configurations)) {
    const [configuration] = alike
    const changes = await emulateOne(deps, accountId, { email, configuration }, ends)
    emulated.push({ changes, configurations: alike })
  }
  return emulated
}

/** Both end the wait for a turn; only `signal` ends the work. */
interface TurnEnds {
  signal: AbortSignal
  deadline: AbortSignal
}

async function emulateOne(
  deps: EmulationDeps,
  accountId: number,
  { email, configuration }: { email: ReadableEmail; configuration: PreviewConfiguration },
  ends: TurnEnds,
): Promise<FoundChange[]> {
  const { emailClient, orientation, images } = configuration
  const findChanges = async (): Promise<FoundChange[]> => {
    const body = await email.body()
    const changes = await deps.emailReader
      .forAccount(accountId)
      .listChanges(
        { body, emailClientCode: emailClient.code, orientation, images },
        AbortSignal.any([ends.signal, AbortSignal.timeout(emulationTimeoutMs)]),
      )
    const showsImages = images === 'allowed' && emailClient.engine !== 'text'
    if (!showsImages) return changes
    return [...changes, ...(await email.failedAssets()).map(missingAsset)]
  }
  return inTurn(deps, accountId, email, findChanges, ends)
}

/**
 * For work that has an email in memory and occupies a thread. Rejects with an `UnreadEmailError` without a turn before
 * `deadline`, and with the reason of `signal`.
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

const missingAsset = ({ url, reason, httpStatus, where }: FailedAsset): FoundChange => ({
  rule: 'asset-not-fetched',
  what: shownUrl(url),
  where,
  count: 1,
  source: `our fetch of the email’s assets: ${lossTextOf({ reason, httpStatus })}`,
})

/** The end of a sentence. */
export const lossTextOf = ({
  reason,
  httpStatus,
}: {
  reason: FailedAsset['reason']
  httpStatus?: number | undefined
}): string => `${assetFailureTexts[reason]}${httpStatus === undefined ? '' : ` (${httpStatus})`}`
