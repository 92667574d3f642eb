import { assetFailureTexts } from '@pas/api-contract/assets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { EmailClient, PreviewConfiguration } from '@pas/email-clients/email-client'
import {
  byClients,
  ChangesOfConfigurations,
  groupAlike,
  listedChanges,
  uprightWithImages,
  type ChangeOfClients,
  type ChangeOfConfigurations,
  type FoundChange,
  type ListedChange,
} from '@pas/email-clients/effects/changes-of-clients'
import { listFailedAssets } from '@pas/emails/asset-lists'
import { getContentBytes, getContentLength } from '@pas/emails/email-content'
import type { FailedAsset } from '@pas/emails/frozen-email'
import type { Storage } from '@pas/storage/storage'
import { shownUrl } from '../assets/schema'
import { maxSmallLength, readingThreads, UnreadEmailError, type EmailReader } from '../reading/email-reader'
import { createFairQueue, type FairQueue } from '@pas/runtime/fair-queue'
import { getOpenEmail, noOpenEmail } from '../previews/open-email'
import type { PreviewAddress } from '../previews/schema'

export interface EmulationDeps {
  emailReader: Pick<EmailReader, 'of'>
  /** The queue in which a request waits: an email being emulated is in memory and occupies a thread. */
  changesQueue: FairQueue
}

export interface ListChangesDeps extends DatabaseDeps, EmulationDeps {
  storage: Pick<Storage, 'get' | 'open'>
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

/** An email whose changes are listed: it is read in a turn, so that requests that wait hold none. */
export interface ReadableEmail {
  /** The bytes of `email.json`. */
  body: () => Promise<Uint8Array>
  /** Their number, which is known without having them in memory. */
  length: () => Promise<number>
  /** The assets of it that could not be fetched. */
  failedAssets: () => Promise<readonly FailedAsset[]>
}

/** A stored email. `body` and `length` reject with a 404 when its content is erased. */
export function storedEmail({ storage }: Pick<ListChangesDeps, 'storage'>, emailGuid: string): ReadableEmail {
  const unlessErased = async <Found>(finding: Promise<Found | null>): Promise<Found> => {
    const found = await finding
    // The content was erased since the row was read.
    if (found === null) throw noOpenEmail()
    return found
  }
  let length: Promise<number> | undefined
  return {
    body: () => unlessErased(getContentBytes(storage, emailGuid)),
    length: () => (length ??= unlessErased(getContentLength(storage, emailGuid))),
    failedAssets: () => listFailedAssets(storage, emailGuid),
  }
}

/**
 * What an email client removes or changes in an email of this account and, for one that shows images, which of the
 * email's assets could not be fetched. Starts no capture. Throws 404 when the email is unknown, another account's, or
 * older than 48 hours, so that its content is erased. Rejects with an `UnreadEmailError` when it takes too long, and with
 * the signal's reason when `signal` aborts.
 */
export async function listChanges(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, ...configuration }: PreviewAddress,
  signal: AbortSignal,
): Promise<ListedChange[]> {
  await getOpenEmail(deps, emailGuid, accountId)
  const email = storedEmail(deps, emailGuid)
  const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
  const changes = await goThroughInTurn(deps, accountId, { email, configuration }, ends)
  return listedChanges(changes, configuration)
}

/** `listChanges` of several email clients, vertical and with images. Rejects as `listChangesOfConfigurations` does. */
export async function listChangesOfClients(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, emailClients }: { emailGuid: string; emailClients: readonly EmailClient[] },
  signal: AbortSignal,
): Promise<ChangeOfClients[]> {
  const configurations = uprightWithImages(emailClients)
  return byClients(await listChangesOfConfigurations(deps, accountId, { emailGuid, configurations }, signal))
}

/** `listChanges` of several configurations. Throws and rejects as `listChanges` does. */
export async function listChangesOfConfigurations(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, configurations }: { emailGuid: string; configurations: readonly PreviewConfiguration[] },
  signal: AbortSignal,
): Promise<ChangeOfConfigurations[]> {
  await getOpenEmail(deps, emailGuid, accountId)
  return emulateInTurns(deps, accountId, { email: storedEmail(deps, emailGuid), configurations }, signal)
}

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
    gathered.add(await goThroughInTurn(deps, accountId, { email, configuration }, ends), alike)
  }
  return gathered.list()
}

/** When waiting for a turn ends; `signal` ends the work too. */
interface TurnEnds {
  signal: AbortSignal
  deadline: AbortSignal
}

/** Emulates the email when the account has its turn. Rejects as `inTurn` does. */
async function goThroughInTurn(
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
