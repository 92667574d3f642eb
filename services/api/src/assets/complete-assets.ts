import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@pas/db/database'
import { endLease, leaseAssets, makeAssetsDue } from '@pas/emails/asset-lease'
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

/** Fetches assets for which no process had time during the upload, and those of mail. */
export interface AssetCompletion extends Closeable {
  /**
   * Resolves when every asset was fetched or given up, by any process, or the email is gone. Single flight. Rejects
   * with the stores' errors.
   */
  complete(emailGuid: string): Promise<void>
  close(): Promise<void>
}

/** Must be longer than a round's fetches (`wallMs`) and writes take. */
const leaseMs = 60_000
const giveUpAfterMs = 120_000
const pollMs = 500
/** Emails at a time; limits the memory for their lists. */
const limits = { maxConcurrent: 64, maxPerAccount: 48 }

export function createAssetCompletion(
  deps: Pick<FreezeDeps, 'fetchAsset' | 'fetchQueue'> & {
    db: Database
    storage: Storage
    clock: Clock
    freezeBudgets: FreezeBudgets
    emailReader: Pick<EmailReader, 'forAccount'>
    accountRates: Pick<AccountRates, 'bytes'>
  },
): AssetCompletion {
  const closing = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  const queue = createFairQueue(limits)

  const complete = async (emailGuid: string): Promise<void> => {
    // Not on the first caller's account: others may join it.
    const email = await asProcess(async () => await findEmail(deps, { id: emailGuid }))
    if (!email) return
    const work = async (): Promise<void> => {
      const dueSince = (await makeAssetsDue(deps, emailGuid)) ? deps.clock.now() : email.createdAt
      const givesUpAt = dueSince.getTime() + giveUpAfterMs
      for (;;) {
        const outcome = await runRound(deps, email, givesUpAt, closing.signal)
        if (outcome === 'complete') return
        if (outcome === 'elsewhere') await delay(pollMs, undefined, { signal: closing.signal })
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

/** A lease lets one process at a time work on an email. `elsewhere`: another process has it. */
async function runRound(
  deps: Parameters<typeof createAssetCompletion>[0],
  { id, accountId }: { id: string; accountId: number },
  givesUpAt: number,
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
    const isLast = now.getTime() >= givesUpAt
    const freezeDeps = { ...deps, storage: counted, emailReader: deps.emailReader.forAccount(accountId) }
    const { unfetched } = await freezeUnfetched(freezeDeps, { emailGuid: id, accountId }, earlier, {
      ...freezeBudgets,
      signal,
      isLast,
    })
    const isComplete = unfetched.length === 0
    await release(isComplete ? null : now)
    return isComplete ? 'complete' : 'again'
  } catch (error) {
    // Best effort: otherwise the lease expires.
    await release(now).catch(() => undefined)
    throw error
  } finally {
    // A failed round may have stored bytes, too.
    if (counted.storedBytes > 0) void deps.accountRates.bytes.spend(accountId, counted.storedBytes)
  }
}
