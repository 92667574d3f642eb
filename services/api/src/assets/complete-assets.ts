import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@pas/db/database'
import { endLease, leaseAssets } from '@pas/emails/asset-lease'
import { readAssetLists } from '@pas/emails/asset-lists'
import { CountedStorage } from '@pas/emails/counted-storage'
import { findEmail } from '@pas/emails/find-emails'
import { emailPrefix } from '@pas/emails/storage-keys'
import { asCaller, asProcess } from '@pas/runtime/caller'
import type { Clock } from '@pas/runtime/clock'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Storage } from '@pas/storage/storage'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { EmailReader } from '../emulation/email-reader'
import type { AccountRates } from '../limits/account-rates'
import type { FreezeBudgets } from './asset-budget'
import { freezeUnfetched, type FreezeDeps } from './freeze-assets'

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

/** The lease of one round: longer than its fetches (`wallMs`) and its writes may take. */
const leaseMs = 60_000
/** Time since the upload after which a round is the last one: what it cannot fetch is left out for good. */
const giveUpAfterMs = 120_000
/** How often the row is read while another process has the lease. */
const pollMs = 500
/** Emails completed at a time. It limits the memory that their lists of assets take. */
const limits = { maxConcurrent: 64, maxPerAccount: 48 }

/** Makes a process's `AssetCompletion`. Closing it aborts its rounds, which other processes continue. */
export function createAssetCompletion(
  deps: Pick<FreezeDeps, 'fetchAsset' | 'fetchQueue'> & {
    db: Database
    storage: Storage
    clock: Clock
    freezeBudgets: FreezeBudgets
    emailReader: Pick<EmailReader, 'of'>
    accountRates: Pick<AccountRates, 'bytes'>
  },
): AssetCompletion {
  const closing = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  const queue = createFairQueue(limits)

  const complete = async (emailGuid: string): Promise<void> => {
    // Not for the caller who begins it: others join it.
    const email = await asProcess(async () => await findEmail(deps, { id: emailGuid }))
    if (!email) return
    const work = async (): Promise<void> => {
      for (let next = await runRound(deps, email, closing.signal); next !== 'complete';) {
        if (next === 'elsewhere') await delay(pollMs, undefined, { signal: closing.signal })
        next = await runRound(deps, email, closing.signal)
      }
    }
    await asCaller(email.accountId, () => queue.open(email.accountId, 1).run(work, closing.signal))
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
 * Fetches once what the email lacks, under a lease so that one process at a time works on an email. `elsewhere` means
 * that another process has the lease, `again` that assets are still missing.
 */
async function runRound(
  deps: Parameters<typeof createAssetCompletion>[0],
  { id, accountId, createdAt }: { id: string; accountId: number; createdAt: Date },
  signal: AbortSignal,
): Promise<'complete' | 'again' | 'elsewhere'> {
  const { db, storage, clock, freezeBudgets } = deps
  signal.throwIfAborted()
  const now = clock.now()
  const lease = await leaseAssets({ db, clock }, id, leaseMs)
  if (typeof lease === 'string') return lease
  const release = async (assetsDueAt: Date | null): Promise<void> => {
    const ended = await endLease({ db }, lease, assetsDueAt)
    if (ended === 'erased') await storage.deletePrefix(emailPrefix(id))
  }
  const counted = new CountedStorage(storage)
  try {
    const earlier = { ...(await readAssetLists(storage, id)), firstPack: lease.firstPack }
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
