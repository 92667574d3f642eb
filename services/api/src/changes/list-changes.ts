import { assetFailureTexts } from '@pas/api-contract/assets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulatedLike } from '@pas/email-clients/catalogue'
import { explainChange, notComputedChange, type Explanation } from '@pas/email-clients/effects/explain-change'
import type { Change } from '@pas/email-clients/engine/emulated-document'
import { listFailedAssets } from '@pas/emails/asset-lists'
import { getContentBytes } from '@pas/emails/email-content'
import type { FailedAsset } from '@pas/emails/frozen-email'
import type { Storage } from '@pas/storage/storage'
import { shownUrl } from '../assets/schema'
import { readingThreads, UnreadEmailError, type EmailReader } from '../reading/email-reader'
import type { FairQueue, FairQueueLimits } from '@pas/runtime/fair-queue'
import { getOpenEmail, noOpenEmail } from '../previews/open-email'
import type { PreviewAddress, PreviewConfiguration } from '../previews/schema'

export interface ListChangesDeps extends DatabaseDeps {
  storage: Pick<Storage, 'get'>
  emailReader: Pick<EmailReader, 'of'>
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
/**
 * Time after which a request about several email clients begins no further emulation. With the last emulation, which
 * may take `timeoutMs`, it ends before PROXY_TIMEOUT_MS.
 */
const manyTimeoutMs = 40_000

/** What an email client changed, or an asset of the email that could not be fetched. */
type FoundChange = Omit<Change, 'source'> & { source: string }
/** A found change, with whether it matters in this email client. */
export type ListedChange = FoundChange & Explanation

/** A change, and the codes of the email clients that make it in just the same way. */
export interface ChangeOfClients extends ListedChange {
  clients: string[]
}

/**
 * What an email client removes or changes in an email of this account and, for one that shows images, which of the
 * email's assets could not be fetched. Starts no capture. Throws 404 when the email is unknown, another account's, or
 * older than 48 hours, so that its content is erased. Rejects with an `UnreadEmailError` when it takes too long.
 */
export async function listChanges(
  deps: ListChangesDeps,
  accountId: number,
  address: PreviewAddress,
): Promise<ListedChange[]> {
  await getOpenEmail(deps, address.emailGuid, accountId)
  const changes = await goThroughInTurn(deps, accountId, address, AbortSignal.timeout(turnTimeoutMs))
  return listed(changes, address)
}

/** The changes as this configuration's. Those of a client that really runs cannot be listed: a row says so. */
function listed(
  changes: readonly FoundChange[],
  { emailClient, ...options }: PreviewConfiguration,
): ListedChange[] {
  const explained = changes.map((change) => ({ ...change, ...explainChange(change, emailClient, options) }))
  return emailClient.fidelity === 'client' ? [notComputedChange(emailClient), ...explained] : explained
}

/** `listChanges` of several email clients, vertical and with images. Rejects as `listChangesOfConfigurations` does. */
export async function listChangesOfClients(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, emailClients }: { emailGuid: string; emailClients: readonly EmailClient[] },
  signal: AbortSignal,
): Promise<ChangeOfClients[]> {
  const configurations = [...new Set(emailClients)].map(
    (emailClient) => ({ emailClient, orientation: 'vertical', images: 'allowed' }) as const,
  )
  const changes = await listChangesOfConfigurations(deps, accountId, { emailGuid, configurations }, signal)
  return changes.map(({ change, configurations: making }) => ({
    ...change,
    clients: making.map(({ emailClient }) => emailClient.code).sort(),
  }))
}

/**
 * `listChanges` of several configurations: each change once, with the configurations in which it is made in just the
 * same way and has the same effect. Email clients that share a profile are emulated once. Each emulation waits for a turn of its own, so that
 * other accounts have theirs in between. Throws and rejects as `listChanges` does, and with the signal's reason when
 * `signal` aborts.
 */
export async function listChangesOfConfigurations(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, configurations }: { emailGuid: string; configurations: readonly PreviewConfiguration[] },
  signal: AbortSignal,
): Promise<{ change: ListedChange; configurations: PreviewConfiguration[] }[]> {
  await getOpenEmail(deps, emailGuid, accountId)
  const deadline = AbortSignal.timeout(manyTimeoutMs)
  const merged = new Map<string, { change: ListedChange; configurations: PreviewConfiguration[] }>()
  for (const alike of groupAlike(configurations)) {
    signal.throwIfAborted()
    const [{ emailClient, orientation, images }] = alike
    const address = { emailGuid, emailClient, orientation, images }
    const changes = await goThroughInTurn(deps, accountId, address, deadline)
    for (const configuration of alike) {
      for (const change of listed(changes, configuration)) {
        const { rule, what, where, count, source, effect } = change
        const key = JSON.stringify([rule, what, where?.line, where?.column, count, source, effect])
        const row = merged.get(key) ?? { change, configurations: [] }
        row.configurations.push(configuration)
        merged.set(key, row)
      }
    }
  }
  return [...merged.values()]
}

/**
 * Groups configurations that have the same changes: the same profile and options. Text clients have a group of their
 * own, because they show no images, and so have no changes about failed assets.
 */
function groupAlike(
  configurations: readonly PreviewConfiguration[],
): [PreviewConfiguration, ...PreviewConfiguration[]][] {
  const groups = new Map<string, [PreviewConfiguration, ...PreviewConfiguration[]]>()
  for (const configuration of configurations) {
    const { emailClient, orientation, images } = configuration
    const key = `${emulatedLike(emailClient)} ${emailClient.engine === 'text'} ${orientation} ${images}`
    const group = groups.get(key)
    if (group) group.push(configuration)
    else groups.set(key, [configuration])
  }
  return [...groups.values()]
}

/**
 * Emulates the email when the account has its turn. The content is read in the turn, so that requests that wait hold
 * none. Rejects with an `UnreadEmailError` when there is no turn before `deadline`.
 */
async function goThroughInTurn(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, emailClient, orientation, images }: PreviewAddress,
  deadline: AbortSignal,
): Promise<FoundChange[]> {
  const goThrough = async (): Promise<FoundChange[]> => {
    const body = await getContentBytes(deps.storage, emailGuid)
    // The content was erased since the row was read.
    if (!body) throw noOpenEmail()
    const changes = await deps.emailReader
      .of(accountId)
      .listChanges(
        { body, emailClientCode: emailClient.code, orientation, images },
        AbortSignal.timeout(timeoutMs),
      )
    const showsImages = images === 'allowed' && emailClient.engine !== 'text'
    if (!showsImages) return changes
    return [...changes, ...(await listFailedAssets(deps.storage, emailGuid)).map(missingAsset)]
  }
  return deps.changesQueue
    .open(accountId, Infinity)
    .run(goThrough, deadline)
    .catch((error: unknown) => {
      throw error === deadline.reason ? new UnreadEmailError('no turn in time', { cause: error }) : error
    })
}

/** What a reader of `/changes` is told of an asset that is shown as a missing picture. */
const missingAsset = ({ url, reason, httpStatus, where }: FailedAsset): FoundChange => ({
  rule: 'asset-not-fetched',
  what: shownUrl(url),
  where,
  count: 1,
  source: `our fetch of the email’s assets: ${assetFailureTexts[reason]}${httpStatus === undefined ? '' : ` (${httpStatus})`}`,
})
