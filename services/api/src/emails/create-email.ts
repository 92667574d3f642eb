import { randomUUID } from 'node:crypto'
import type { CreatedPreviews } from '@pas/captures/create-previews'
import { isDatabaseUnavailable, type Database, type Email, type Prisma } from '@pas/db/database'
import { CountedStorage } from '@pas/emails/counted-storage'
import { putContent } from '@pas/emails/email-content'
import { findEmail } from '@pas/emails/find-emails'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import { isOpen } from '@pas/emails/lifetimes'
import { emailPrefix } from '@pas/emails/storage-keys'
import { createEmailRow, type NewEmail } from '@pas/emails/write-emails'
import { readOpening, type Opening } from '@pas/email-clients/engine/read-opening'
import { invalidField } from '@pas/runtime/errors'
import { inSpan } from '@pas/runtime/in-span'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import type { Principal } from '../authentication/authenticate'
import { assetsFrozen } from '../events'
import {
  createWithinLimits,
  type CreateWithinLimitsDeps,
  type WithinTransaction,
} from '../previews/create-within-limits'
import type { PreviewConfiguration } from '@pas/email-clients/email-client'
import type { FetchAsset } from '../assets/fetch-asset'
import { recordReport, type WantedReport } from '../checks/email-reports'
import type { AccountRates } from '../limits/account-rates'
import { UnreadEmailError, type AccountReader, type EmailReader } from '../reading/email-reader'
import { openEmailSource } from './email-source'
import type { FairQueue } from '@pas/runtime/fair-queue'
import type { FreezeBudgets } from '../assets/asset-budget'
import { freezeAssets } from '../assets/freeze-assets'
import type { CreatedEmail, CreateEmailInput } from './schema'

/** Timeout of waiting for a thread and reading how an email begins. */
const openingTimeoutMs = 10_000

/** Stores something about the new email in the transaction that makes its row. */
export type RecordCreated = (transaction: Prisma.TransactionClient, created: CreatedEmail) => Promise<void>

/**
 * Stores an email's content and its assets in parallel, then makes its row, the requested previews and the `report`
 * that its checks are to have, and calls `record`, all in one transaction: the email exists with all of them or not at all. Resolves to the captures of the
 * previews, which the caller puts into the queues. References to parts of a message (`cid:`) find them in the email
 * `revisionOf`, while its content is kept. Assets whose fetch never began, because of other emails' fetches, are fetched
 * later: the row's `assetsDueAt` is set. What is stored counts against the account's bytes. Throws a 400 when `revisionOf` is no email of the account, and as
 * `createWithinLimits` does. Rejects with `StorageUnavailableError`, `UnreadEmailError`, `UnreadableMessageError`,
 * Prisma's errors or that of `record`; then there is no email, unless the database went away while it committed.
 */
export async function createEmail(
  deps: CreateWithinLimitsDeps & {
    storage: Storage
    fetchAsset: FetchAsset
    fetchQueue: FairQueue
    freezeBudgets: FreezeBudgets
    emailReader: EmailReader
    accountRates: Pick<AccountRates, 'bytes'>
  },
  owner: Principal,
  { endUserId, reference, revisionOf, keepAssets, configurations, ...sent }: CreateEmailInput,
  { record, report }: { record: RecordCreated | null; report: WantedReport | null },
): Promise<CreatedEmail> {
  const { db, storage, fetchQueue, clock } = deps
  const id = randomUUID()
  const createdAt = clock.now()
  const earlier = revisionOf === null ? null : await getOwnEmail(db, owner.accountId, revisionOf)
  const emailReader = deps.emailReader.of(owner.accountId)
  const sourceDeps = { ...deps, emailReader }
  const { content, ...source } = await openEmailSource(
    sourceDeps,
    sent,
    earlier && isOpen(earlier, createdAt) ? { guid: earlier.id, keepAssets: keepAssets === true } : null,
  )
  const failed = new AbortController()
  const counted = new CountedStorage(storage)

  const steps = [
    inSpan('freeze assets', {}, () =>
      freezeAssets(
        { storage: counted, fetchQueue, ...source },
        { emailGuid: id, accountId: owner.accountId },
        source.html,
        {
          ...deps.freezeBudgets,
          signal: failed.signal,
        },
      ),
    ),
    inSpan('store', {}, () => putContent(counted, id, content)),
    openingOf(emailReader, content),
  ] as const
  try {
    const [{ kept, failed: lost, unfetched }, , opening] = await Promise.all(steps)
    assetsFrozen(kept)
    const row = {
      id,
      ...owner,
      endUserId,
      reference,
      revisionOf,
      subject: content.subject,
      fromAddress: content.fromAddress,
      ...opening,
      createdAt,
      assetsDueAt: unfetched.length === 0 ? null : clock.now(),
    }
    const assets = { kept: kept.length, failed: lost.length }
    const created = await insertEmail(deps, {
      row,
      assets,
      configurations: configurations ?? [],
      record,
      report,
    })
    // Not awaited: a later read goes over the same connection, and so comes after it.
    void deps.accountRates.bytes.spend(owner.accountId, counted.storedBytes)
    return created
  } catch (error) {
    failed.abort()
    await Promise.allSettled(steps)
    // When the database went away, the row may be there all the same: objects without a row are swept.
    if (isDatabaseUnavailable(error)) throw error
    const tidied = storage.deletePrefix(emailPrefix(id)).catch(() => undefined)
    // With an unavailable store the answer does not wait: the store's timeout would delay it a second time.
    if (!(error instanceof StorageUnavailableError)) await tidied
    throw error
  }
}

/** Makes the email's row and its previews, and calls `record`, in one transaction. */
async function insertEmail(
  deps: CreateWithinLimitsDeps,
  {
    row,
    assets,
    configurations,
    record,
    report,
  }: {
    row: NewEmail
    assets: CreatedEmail['assets']
    configurations: readonly PreviewConfiguration[]
    record: RecordCreated | null
    report: WantedReport | null
  },
): Promise<CreatedEmail> {
  const { db, clock } = deps
  // One statement needs no transaction.
  if (record === null && report === null && configurations.length === 0)
    return { email: await createEmailRow({ db }, row), captures: [], assets }
  let made: CreatedEmail | null = null
  const within: WithinTransaction = async (create) => {
    let refused: CreatedPreviews | null = null
    try {
      return await db.$transaction(async (transaction) => {
        const email = await createEmailRow({ db: transaction }, row)
        if (report) await recordReport({ db: transaction, clock }, row, report)
        const previews = await create(transaction)
        if (previews.outcome !== 'created') {
          refused = previews
          throw new Error('rolls the email back')
        }
        const created = { email, captures: previews.captures, assets }
        await record?.(transaction, created)
        made = created
        return previews
      })
    } catch (error) {
      if (refused) return refused
      throw error
    }
  }
  await createWithinLimits(deps, row, configurations, { accountId: row.accountId, ip: undefined }, within)
  if (!made) throw new Error('the transaction made no email')
  return made
}

/** How the content begins; without an opening when it is not read in time, which is no reason to refuse an email. */
async function openingOf(
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
