import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { allEnded } from '@pas/emails/all-ended'
import { putAssetLists, type AssetLists, type EmailAssets } from '@pas/emails/asset-lists'
import { openAssetPacks } from '@pas/emails/asset-packs'
import { isRaster, rasterSize } from '@pas/messages/asset-type'
import type { PlacedReference } from '@pas/messages/read-message'
import type { FairLine, FairQueue, FairQueueLimits } from '@pas/runtime/fair-queue'
import type { Storage } from '@pas/storage/storage'
import type { AccountReader } from '../emulation/email-reader'
import { AssetBudget, defaultBudgets, maxReferencesOf, type FreezeBudgets } from './asset-budget'
import type { FetchAsset, FetchedAsset, RefusedAsset } from './fetch-asset'
import { FetchedStyleSheets } from './fetched-style-sheets'
import { FoundAssets, type FoundAsset, type Reference } from './found-assets'

const mebibyte = 1024 * 1024

/** For all emails of a process. Limits the memory of assets that are not stored yet. */
export const fetchLimits: FairQueueLimits = {
  maxConcurrent: 64,
  maxPerAccount: 48,
  maxHeldBytes: 128 * mebibyte,
  maxHeldBytesPerAccount: 64 * mebibyte,
}

export type AssetReader = Pick<AccountReader, 'findInStyleSheet' | 'rewriteStyleSheet'> & {
  /** For a whole message, returns what was found when the message was read. */
  findReferences: (
    html: string,
    atMost: number,
    signal: AbortSignal,
  ) => Promise<(PlacedReference & Pick<Reference, 'standsFor'>)[]>
}

export interface FreezeDeps {
  fetchAsset: FetchAsset
  fetchQueue: FairQueue
  emailReader: AssetReader
  storage: Pick<Storage, 'put'>
}

export interface FreezeOwner {
  emailGuid: string
  accountId: number
}

type FreezeOptions = Partial<FreezeBudgets> & {
  signal?: AbortSignal
  /** Assets whose fetch has not begun in time are listed as failed instead of as `unfetched`. */
  isLast?: boolean
}

/**
 * ADR 3. What exceeds the budgets is listed as failed, or as `unfetched` if other emails caused it. Rejects, after all
 * fetches, with the storage's errors, an `UnreadEmailError` or the reason of `signal`.
 */
export async function freezeAssets(
  deps: FreezeDeps,
  owner: FreezeOwner,
  html: string | null,
  options: FreezeOptions = {},
): Promise<AssetLists> {
  if (html === null) return { kept: [], failed: [], unfetched: [] }
  const earlier = { kept: [], failed: [], firstPack: 0 }
  return freezeReferences(deps, owner, earlier, options, async (budgets, signal) => {
    const found = await deps.emailReader.findReferences(html, maxReferencesOf(budgets), signal)
    return found.map(({ url, dead, where, standsFor }) => ({ url, dead, where, standsFor, depth: 1 }))
  })
}

/** Packs are numbered from `firstPack`, so that no other round writes the same ones. */
export async function freezeUnfetched(
  deps: FreezeDeps,
  owner: FreezeOwner,
  { unfetched, ...earlier }: AssetLists & { firstPack: number },
  options: FreezeOptions,
): Promise<AssetLists> {
  return freezeReferences(deps, owner, earlier, options, () => Promise.resolve(unfetched))
}

async function freezeReferences(
  { fetchAsset, fetchQueue, emailReader, storage }: FreezeDeps,
  { emailGuid, accountId }: FreezeOwner,
  { firstPack, ...earlier }: EmailAssets & { firstPack: number },
  { signal, isLast = false, ...givenBudgets }: FreezeOptions,
  findReferences: (budgets: FreezeBudgets, signal: AbortSignal) => Promise<Reference[]>,
): Promise<AssetLists> {
  const budgets = { ...defaultBudgets, ...givenBudgets }
  const fetches = fetchQueue.open(accountId, budgets.maxConcurrent)
  const budget = new AssetBudget(budgets, earlier.kept, fetches, signal)
  const found = new FoundAssets(earlier, budgets.maxAssets)
  const styleSheets = new FetchedStyleSheets(emailReader, budget, fetches, budgets)
  const packs = openAssetPacks(
    storage,
    { emailGuid, firstPack },
    { hold: (bytes) => fetches.hold(bytes), onError: budget.end },
  )

  const freeze = async (asset: FoundAsset): Promise<void> => {
    if (asset.standsFor) {
      Object.assign(asset, { contentType: 'image/gif', size: { width: 1, height: 1 } })
      asset.place = packs.add(transparentPixel)
      return
    }
    const fetched = await fetchWithinBudget(budget, fetchAsset, fetches, asset.url)
    if ('refused' in fetched) recordRefusal(asset, fetched, !isLast && isDueToOtherEmails(fetched, budget))
    else if (isStyleSheet(fetched)) {
      const { depth, where } = asset
      const references = await styleSheets.add(asset, fetched)
      await freezeAll(references.map((url) => ({ url, depth: depth + 1, where })))
    } else {
      asset.contentType = fetched.contentType
      asset.size = isRaster(fetched.contentType) ? rasterSize(fetched.body) : null
      asset.place = packs.add(fetched.body)
    }
  }
  const endOnError = (error: unknown): never => {
    budget.end()
    throw error
  }
  const freezeAll = (references: readonly Reference[]): Promise<void> =>
    allEnded(found.add(references).map((asset) => freeze(asset).catch(endOnError)))

  try {
    await freezeAll(await findReferences(budgets, budget.signal))
    // Assets whose fetch the caller's signal ended are listed neither as failed nor as `unfetched`.
    signal?.throwIfAborted()
    await styleSheets.store(found, packs)
    const lists = found.lists()
    await allEnded([putAssetLists(storage, emailGuid, lists), packs.close()])
    return lists
  } finally {
    budget.close()
    // After an error, too, all writes must have ended before this rejects.
    await packs.close().finally(() => styleSheets.release())
  }
}

/** A missing picture would have a mark in its place, where the real one shows nothing. */
const transparentPixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

async function fetchWithinBudget(
  budget: AssetBudget,
  fetchAsset: FetchAsset,
  fetches: FairLine,
  url: string,
): Promise<FetchedAsset | RefusedAsset> {
  let takenBytes = 0
  const take = (bytes: number): boolean => {
    const isTaken = budget.take(bytes)
    if (isTaken) takenBytes += bytes
    return isTaken
  }
  const fetched = await fetchAsset(url, { signal: budget.signal, take, fetches })
  if ('refused' in fetched) budget.giveBack(takenBytes)
  return fetched
}

const isDueToOtherEmails = ({ refused }: RefusedAsset, budget: AssetBudget): boolean =>
  refused === 'busy' || (refused === 'budget' && budget.isPastWall)

function recordRefusal(asset: FoundAsset, { refused, ...status }: RefusedAsset, isUnfetched: boolean): void {
  asset.isUnfetched = isUnfetched
  if (isUnfetched) return
  const isMissingPart = refused === 'url' && asset.url.startsWith('cid:')
  asset.failure = { reason: isMissingPart ? 'missing_part' : refused, ...status }
}
