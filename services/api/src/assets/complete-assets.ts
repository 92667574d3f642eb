import { setTimeout as delay } from 'node:timers/promises'
import { emailPrefix, failedAssetsKey, frozenAssetsKey, unfetchedAssetsKey } from '@pas/captures/storage-keys'
import { failedAssets, frozenAssets, unfetchedAssets } from '@pas/captures/frozen-email'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Storage } from '@pas/storage/storage'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { EmailReader } from '../reading/email-reader'
import type { AccountRates } from '../limits/account-rates'
import { countStoredBytes } from './count-stored-bytes'
import { readStoredList } from './read-stored-list'
import { freezeUnfetched, type FreezeBudgets, type FreezeDeps } from './freeze-assets'

/** Fetches the assets that emails lack because this service was too busy when they were uploaded. */
export interface AssetCompletion extends Closeable {
  /**
   * Resolves when every asset of the email was fetched or given up, whichever process did it, or when the email is
   * gone. Single flight. Rejects with the stores' errors; the email then still lacks assets, and a later call may
   * complete it.
   */
  complete(emailGuid: string): Promise<void>
  close(): Promise<void>
}

interface Deps extends Omit<FreezeDeps, 'emailReader' | 'storage'> {
  db: Database
  storage: Storage
  clock: Clock
  freezeBudgets: FreezeBudgets
  emailReader: Pick<EmailReader, 'of'>
  accountRates: Pick<AccountRates, 'bytes'>
}

/** The lease of one round: longer than its fetches (`wallMs`) and its writes may take. */
const leaseMs = 60_000
/** Time since the upload after which a round is the last one: what it cannot fetch is left out for good. */
const giveUpAfterMs = 120_000
/** How often the row is read while another process has the lease. */
const pollMs = 500
/** Emails completed at a time. It limits the memory that their lists of assets take. */
const limits = { maxConcurrent: 64, maxPerAccount: 48 }

/**
 * Makes a process's `AssetCompletion`. Closing it aborts the rounds under way; another process or the reconciler
 * continues them.
 */
export function createAssetCompletion(deps: Deps): AssetCompletion {
  const closing = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  const queue = createFairQueue(limits)

  const complete = async (emailGuid: string): Promise<void> => {
    const email = await deps.db.email.findUnique({
      where: { id: emailGuid },
      select: { id: true, accountId: true, createdAt: true },
    })
    if (!email) return
    const work = async (): Promise<void> => {
      for (let next = await runRound(deps, email, closing.signal); next !== 'complete';) {
        if (next === 'elsewhere') await delay(pollMs, undefined, { signal: closing.signal })
        next = await runRound(deps, email, closing.signal)
      }
    }
    await queue.open(email.accountId, 1).run(work, closing.signal)
  }

  return {
    complete: (emailGuid) => {
      const joined = underWay.get(emailGuid)
      if (joined) return joined
      const completing = complete(emailGuid).finally(() => underWay.delete(emailGuid))
      underWay.set(emailGuid, completing)
      return completing
    },
    close: async () => {
      closing.abort(new Error('the process stops'))
      await Promise.allSettled(underWay.values())
    },
  }
}

/**
 * Fetches once what the email lacks, under a lease so that one process at a time works on an email: a compare-and-set
 * on `assets_due_at` moves it `leaseMs` ahead. `elsewhere` means that another process has the lease, `again` that
 * assets are still missing.
 */
async function runRound(
  deps: Deps,
  { id, accountId, createdAt }: { id: string; accountId: number; createdAt: Date },
  signal: AbortSignal,
): Promise<'complete' | 'again' | 'elsewhere'> {
  const { db, storage, clock, freezeBudgets } = deps
  signal.throwIfAborted()
  const now = clock.now()
  const leaseEndsAt = new Date(now.getTime() + leaseMs)
  const claimed = await db.email.updateMany({
    where: { id, contentErasedAt: null, assetsDueAt: { lte: now } },
    data: { assetsDueAt: leaseEndsAt },
  })
  if (claimed.count === 0) {
    const row = await db.email.findUnique({
      where: { id },
      select: { assetsDueAt: true, contentErasedAt: true },
    })
    return row?.assetsDueAt && !row.contentErasedAt ? 'elsewhere' : 'complete'
  }
  const release = async (assetsDueAt: Date | null): Promise<void> => {
    const released = await db.email.updateMany({
      where: { id, contentErasedAt: null, assetsDueAt: leaseEndsAt },
      data: { assetsDueAt },
    })
    if (released.count > 0) return
    // The email was erased meanwhile, or another process has the lease. When it was erased, what this round wrote after
    // that must go too.
    const row = await db.email.findUnique({ where: { id }, select: { contentErasedAt: true } })
    if (!row || row.contentErasedAt) await storage.deletePrefix(emailPrefix(id))
  }
  const counted = countStoredBytes(storage)
  try {
    const [kept, unfetched, failed] = await Promise.all([
      readStoredList(storage, frozenAssetsKey(id), frozenAssets),
      readStoredList(storage, unfetchedAssetsKey(id), unfetchedAssets),
      readStoredList(storage, failedAssetsKey(id), failedAssets),
    ])
    const earlier = { kept, unfetched, failed, firstPack: firstPackOf(leaseEndsAt) }
    const isLast = now.getTime() >= createdAt.getTime() + giveUpAfterMs
    const freezeDeps = { ...deps, storage: counted, emailReader: deps.emailReader.of(accountId) }
    const freezing = await freezeUnfetched(freezeDeps, { emailGuid: id, accountId }, earlier, {
      ...freezeBudgets,
      signal,
      isLast,
    })
    const isComplete = freezing.unfetched.length === 0
    await release(isComplete ? null : now)
    return isComplete ? 'complete' : 'again'
  } catch (error) {
    // Best effort: otherwise the lease expires by itself.
    await release(now).catch(() => undefined)
    throw error
  } finally {
    // A round that failed has stored something, too.
    if (counted.storedBytes > 0) void deps.accountRates.bytes.spend(accountId, counted.storedBytes)
  }
}

/**
 * The number of a round's first pack. An email's leases end at different times, so even a round that has lost its lease
 * never writes another round's packs.
 */
const firstPackOf = (leaseEndsAt: Date): number => leaseEndsAt.getTime()
