import { setTimeout as delay } from 'node:timers/promises'
import { emailPrefix, frozenAssetsKey, unfetchedAssetsKey } from '@pas/captures/storage-keys'
import { frozenAssets, readStored, unfetchedAssets } from '@pas/captures/frozen-email'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Storage } from '@pas/storage/storage'
import { createFairQueue } from './fair-queue'
import { freezeUnfetched, type FreezeBudgets, type FreezeDeps } from './freeze-assets'

/** Fetches what emails lack because of our own load. */
export interface AssetCompletion extends Closeable {
  /**
   * Resolves when the email has all its assets that can be had, whichever process fetched them, or is gone. Single flight. Rejects with the
   * stores' errors; the email lacks some then, and may be completed later.
   */
  complete(emailGuid: string): Promise<void>
  close(): Promise<void>
}

type Deps = FreezeDeps & { db: Database; storage: Storage; clock: Clock; freezeBudgets: FreezeBudgets }

/** For one round: above what its fetches (`wallMs`) and its writes may take. */
const leaseMs = 60_000
/** From the upload: what had no turn by then has one try more, and is left out for good. */
const giveUpAfterMs = 120_000
/** How often it is looked whether another process is done. */
const pollMs = 500
/** Emails completed at a time: bounds what their lists take. */
const limits = { maxConcurrent: 64, maxPerAccount: 48 }

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

/** One process at a time has an email, by compare-and-set on `assets_due_at`, which it moves ahead for as long as a round may take. */
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
    // A removal locks the row before it erases: what was written after it is taken away, as it is when a worker's row has vanished.
    const row = await db.email.findUnique({ where: { id }, select: { contentErasedAt: true } })
    if (!row || row.contentErasedAt) await storage.deletePrefix(emailPrefix(id))
  }
  try {
    const [kept, unfetched] = await Promise.all([
      readList(storage, frozenAssetsKey(id), frozenAssets),
      readList(storage, unfetchedAssetsKey(id), unfetchedAssets),
    ])
    const earlier = { kept, unfetched, firstPack: firstPackOf(leaseEndsAt) }
    const isLast = now.getTime() >= createdAt.getTime() + giveUpAfterMs
    const freezing = await freezeUnfetched(deps, { emailGuid: id, accountId }, earlier, {
      ...freezeBudgets,
      signal,
      isLast,
    })
    const isComplete = freezing.unfetched.length === 0
    await release(isComplete ? null : now)
    return isComplete ? 'complete' : 'again'
  } catch (error) {
    // Best effort: without it the lease runs out.
    await release(now).catch(() => undefined)
    throw error
  }
}

/** Leases of an email end at different times, so that no two rounds write the same pack, not even one that has lost its lease. */
const firstPackOf = (leaseEndsAt: Date): number => leaseEndsAt.getTime()

async function readList<Item>(
  storage: Storage,
  key: string,
  schema: { parse(value: unknown): Item[] },
): Promise<Item[]> {
  const stored = await storage.get(key)
  return stored ? readStored(schema, stored.body) : []
}
