import { randomUUID } from 'node:crypto'
import { emailPrefix, frozenEmailKey } from '@pas/captures/storage-keys'
import type { Database, Email } from '@pas/db/database'
import { invalidField } from '@pas/runtime/errors'
import { inSpan } from '@pas/runtime/in-span'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import type { Principal } from '../authentication/authenticate'
import { assetsFrozen } from '../events'
import { createWithinLimits, type CreateWithinLimitsDeps } from '../previews/create-within-limits'
import type { FetchAsset } from '../assets/fetch-asset'
import type { EmailReader } from '../reading/email-reader'
import { openEmailSource } from './email-source'
import type { FairQueue } from '../fair-queue'
import { freezeAssets, type FreezeBudgets } from '../assets/freeze-assets'
import type { CreatedEmail, CreateEmailInput } from './schema'

/** docs/contract.md §4: an email takes new captures for 48 hours. */
const emailLifetimeMs = 48 * 60 * 60 * 1000

/**
 * Stores an email's content, its assets and its row in parallel, then creates the requested previews. Resolves to their
 * captures, which the caller puts into the queues. References to parts of a message (`cid:`) find them in the email
 * `revisionOf`, while its content is kept. Assets whose fetch never began, because of other emails' fetches, are fetched
 * later: the row's `assetsDueAt` is set. Throws a 400 when `revisionOf` is no email of the account, and as
 * `createWithinLimits` does. Rejects with `StorageUnavailableError`, `UnreadEmailError`, `UnreadableMessageError` or
 * Prisma's errors; then no email is left half-stored.
 */
export async function createEmail(
  deps: CreateWithinLimitsDeps & {
    storage: Storage
    fetchAsset: FetchAsset
    fetchQueue: FairQueue
    freezeBudgets: FreezeBudgets
    emailReader: EmailReader
  },
  owner: Principal,
  { endUserId, reference, revisionOf, configurations, ...sent }: CreateEmailInput,
): Promise<CreatedEmail> {
  const { db, storage, fetchQueue, clock } = deps
  const id = randomUUID()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + emailLifetimeMs)
  const earlier = revisionOf === null ? null : await getOwnEmail(db, owner.accountId, revisionOf)
  const isKept = earlier !== null && earlier.expiresAt > createdAt && earlier.contentErasedAt === null
  const { content, ...source } = await openEmailSource(deps, sent, isKept ? earlier.id : null)
  const failed = new AbortController()

  const steps = [
    db.email.create({
      data: {
        id,
        ...owner,
        endUserId,
        reference,
        revisionOf,
        subject: headerText(content.subject),
        fromAddress: headerText(content.fromAddress),
        createdAt,
        expiresAt,
      },
    }),
    inSpan('freeze assets', {}, () =>
      freezeAssets(
        { storage, fetchQueue, ...source },
        { emailGuid: id, accountId: owner.accountId },
        source.html,
        {
          ...deps.freezeBudgets,
          signal: failed.signal,
        },
      ),
    ),
    inSpan('store', {}, () =>
      storage.put(frozenEmailKey(id), Buffer.from(JSON.stringify(content)), 'application/json'),
    ),
  ] as const
  try {
    const [created, { kept, failed: lost, unfetched }] = await Promise.all(steps)
    assetsFrozen(kept)
    const email =
      unfetched.length === 0
        ? created
        : await db.email.update({ where: { id }, data: { assetsDueAt: clock.now() } })
    const captures = await createWithinLimits(deps, email, configurations ?? [], { byOwner: true })
    return { email, captures, assets: { kept: kept.length, failed: lost.length } }
  } catch (error) {
    failed.abort()
    await Promise.allSettled(steps)
    // Best effort. The row goes first: if that fails, the email stays whole under a guid that no caller has; objects
    // without a row are swept.
    const tidied = db.email
      .deleteMany({ where: { id } })
      .then(() => storage.deletePrefix(emailPrefix(id)))
      .catch(() => undefined)
    // With an unavailable store the answer does not wait: the store's timeout would delay it a second time.
    if (!(error instanceof StorageUnavailableError)) await tidied
    throw error
  }
}

/** The longest line of a message (RFC 5322 §2.1.1). */
const maxHeaderCharacters = 998

/** A header's text as its row keeps it, without the NUL that Postgres refuses. */
const headerText = (text: string | null): string | null =>
  text === null
    ? null
    : [...text.slice(0, 4 * maxHeaderCharacters).replaceAll('\0', '')].slice(0, maxHeaderCharacters).join('')

async function getOwnEmail(
  db: Database,
  accountId: number,
  id: string,
): Promise<Pick<Email, 'id' | 'expiresAt' | 'contentErasedAt'>> {
  const email = await db.email.findFirst({
    where: { id, accountId },
    select: { id: true, expiresAt: true, contentErasedAt: true },
  })
  if (!email)
    throw invalidField('revision_of: there is no email of this account with this guid.', {
      field: 'revision_of',
      message: 'there is no email of this account with this guid',
    })
  return email
}
