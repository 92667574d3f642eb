import { randomUUID } from 'node:crypto'
import { createReport } from '@pas/checks/report-rows'
import type { RequestedCapture } from '@pas/captures/request-captures'
import { isDatabaseUnavailable, type Database, type Email } from '@pas/db/database'
import { CountedStorage } from '@pas/emails/counted-storage'
import { putContent, putMessage } from '@pas/emails/email-content'
import { findEmail } from '@pas/emails/find-emails'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import { isOpen } from '@pas/emails/lifetimes'
import { emailPrefix } from '@pas/emails/storage-keys'
import { createEmailRow, createMailRow, type NewEmail } from '@pas/emails/write-emails'
import { readOpening, type Opening } from '@pas/email-clients/engine/read-opening'
import { invalidField } from '@pas/runtime/errors'
import { inSpan } from '@pas/runtime/in-span'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import type { Principal } from '../authentication/authenticate'
import { assetsFrozen } from '../events'
import { openWithinLimits, type CreateWithinLimitsDeps } from '../previews/create-within-limits'
import type { FetchAsset } from '../assets/fetch-asset'
import type { WantedReport } from '../checks/email-reports'
import { keepAnswer, type AnswerClaim } from '../http/answer-once'
import type { AccountRates } from '../limits/account-rates'
import { UnreadEmailError, type AccountReader, type EmailReader } from '../emulation/email-reader'
import { openEmailSource, type EmailToRead } from './email-source'
import type { FairQueue } from '@pas/runtime/fair-queue'
import type { FreezeBudgets } from '../assets/asset-budget'
import { freezeAssets } from '../assets/freeze-assets'
import { createdEmailResponse, type CreateEmailInput } from './schema'

/** Timeout of waiting for a thread and reading how an email begins. */
const openingTimeoutMs = 10_000

interface StoredWithEmail {
  assets: { kept: number; failed: number }
  report: WantedReport | null
  warnings: string[]
  /** Null without an Idempotency-Key. */
  claim: AnswerClaim | null
}

/** What came by SMTP has `mail`: the addresses of its envelope, in lower case. Its `revisionOf` is looked up. */
export type EmailToCreate = Omit<CreateEmailInput, 'rawSource' | 'inbox'> &
  EmailToRead & { mail?: { inbox: string; recipients: string[] } }

interface CreatedEmail {
  email: Email
  /** The caller puts them into the queues. */
  captures: RequestedCapture[]
  answer: ReturnType<typeof createdEmailResponse>
}

/**
 * Stores content and assets, then all rows in one transaction. Throws a 400 for an unknown `revisionOf`, and the errors
 * of limits, stores and reading: then there is no email, unless the database went away during the commit.
 */
export async function createEmail(
  deps: CreateWithinLimitsDeps & {
    storage: Storage
    fetchAsset: FetchAsset
    fetchQueue: FairQueue
    freezeBudgets: FreezeBudgets
    emailReader: EmailReader
    accountRates: Pick<AccountRates, 'bytes'>
    config: { fetchesTrackingPixels: boolean }
  },
  owner: Principal,
  { endUserId, reference, revisionOf, keepAssets, configurations, mail, ...sent }: EmailToCreate,
  stored: Omit<StoredWithEmail, 'assets'>,
): Promise<CreatedEmail> {
  const { db, storage, fetchQueue, clock } = deps
  const id = randomUUID()
  const createdAt = clock.now()
  const earlier = revisionOf === null ? null : await getOwnEmail(db, owner.accountId, revisionOf)
  const emailReader = deps.emailReader.forAccount(owner.accountId)
  const sourceDeps = {
    ...deps,
    emailReader,
    ...(mail && { fetchAsset: fetchLater, leavesOpenings: !deps.config.fetchesTrackingPixels }),
  }
  const { content, message, recipients, opening, ...source } = await openEmailSource(
    sourceDeps,
    sent,
    earlier && isOpen(earlier, createdAt) ? { guid: earlier.id, keepAssets: keepAssets === true } : null,
  )
  const failure = new AbortController()
  const counted = new CountedStorage(storage)

  const steps = [
    inSpan('freeze assets', {}, () =>
      freezeAssets(
        { storage: counted, fetchQueue, ...source },
        { emailGuid: id, accountId: owner.accountId },
        source.html,
        { ...deps.freezeBudgets, signal: failure.signal },
      ),
    ),
    inSpan('store', {}, () => putContent(counted, id, content)),
    message ? putMessage(counted, id, message) : Promise.resolve(),
    opening ? Promise.resolve(opening) : readOpeningInTime(emailReader, content),
  ] as const
  try {
    const [{ kept, failed, unfetched }, , , shown] = await Promise.all(steps)
    assetsFrozen(kept)
    const row = {
      id,
      ...owner,
      endUserId,
      reference,
      revisionOf,
      subject: content.subject,
      fromAddress: content.fromAddress,
      inbox: mail?.inbox ?? null,
      recipients: mail ? [...new Set([...mail.recipients, ...recipients])] : [],
      ...shown,
      createdAt,
      assetsDueAt: unfetched.length === 0 ? null : clock.now(),
    }
    const standIns = kept.filter(({ standsFor }) => standsFor !== undefined).length
    const assets = { kept: kept.length - standIns, failed: failed.length + standIns }
    const created = await insertEmail(deps, row, { ...stored, assets, configurations })
    // Not awaited: a later read goes over the same connection, and so comes after it.
    void deps.accountRates.bytes.spend(owner.accountId, counted.storedBytes)
    return created
  } catch (error) {
    failure.abort()
    await Promise.allSettled(steps)
    // When the database went away, the row may be there all the same: objects without a row are swept.
    if (isDatabaseUnavailable(error)) throw error
    const deletion = storage.deletePrefix(emailPrefix(id)).catch(() => undefined)
    // With an unavailable store the answer does not wait: the store's timeout would delay it a second time.
    if (!(error instanceof StorageUnavailableError)) await deletion
    throw error
  }
}

/** Makes all rows or none. */
async function insertEmail(
  deps: CreateWithinLimitsDeps,
  row: NewEmail,
  {
    assets,
    configurations,
    report,
    warnings,
    claim,
  }: StoredWithEmail & Pick<CreateEmailInput, 'configurations'>,
): Promise<CreatedEmail> {
  const { db, clock } = deps
  const answerOf = (email: Email) => createdEmailResponse({ email, assets }, configurations, warnings)
  // One statement needs no transaction.
  if (row.inbox === null && claim === null && report === null && configurations === null) {
    const email = await createEmailRow({ db }, row)
    return { email, captures: [], answer: answerOf(email) }
  }
  const caller = { accountId: row.accountId, ip: undefined }
  const previews = await openWithinLimits(deps, row, configurations ?? [], caller)
  try {
    const created = await db.$transaction(async (transaction) => {
      const { inbox } = row
      const email = await (inbox === null
        ? createEmailRow({ db: transaction }, row)
        : createMailRow({ db: transaction }, { ...row, inbox }))
      if (report) await createReport({ db: transaction, clock }, row, report)
      const captures = await previews.create(transaction)
      const answer = answerOf(email)
      if (claim) await keepAnswer({ db: transaction }, claim, answer)
      return { email, captures, answer }
    })
    previews.close('kept')
    return created
  } catch (error) {
    previews.close('undone')
    throw error
  }
}

/** Assets of mail are fetched with the first capture, since most mail is never looked at (ADR 3). */
const fetchLater: FetchAsset = () => Promise.resolve({ refused: 'busy' })

/** Empty when it is not read in time, which is no reason to refuse an email. */
async function readOpeningInTime(
  emailReader: Pick<AccountReader, 'readOpening'>,
  { htmlText, plainText }: FrozenEmail,
): Promise<Opening> {
  if (htmlText === null) return readOpening(null, plainText)
  return emailReader.readOpening(htmlText, AbortSignal.timeout(openingTimeoutMs)).catch((error: unknown) => {
    if (error instanceof UnreadEmailError) return { title: null, preheader: null }
    throw error
  })
}

async function getOwnEmail(db: Database, accountId: number, id: string): Promise<Email> {
  const email = await findEmail({ db }, { id, accountId })
  if (!email)
    throw invalidField('revision_of: there is no email of this account with this guid.', {
      field: 'revision_of',
      message: 'there is no email of this account with this guid',
    })
  return email
}
