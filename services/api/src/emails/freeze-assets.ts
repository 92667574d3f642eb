import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { assetUrl, type FrozenAsset, type UnfetchedAsset } from '@pas/captures/frozen-email'
import { frozenAssetsKey, unfetchedAssetsKey } from '@pas/captures/storage-keys'
import type { Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'
import { openAssetPacks, type AssetPlace } from './asset-packs'
import type { FetchAsset, FetchedAsset } from './fetch-asset'
import type { FairQueue, FairQueueLimits } from './fair-queue'
import { UnreadEmailError, type EmailReader } from './email-reader'
import type { StyleSheet } from './email-thread'

/** What one email may cost. */
export interface FreezeBudgets {
  /** While it has fetches under way: waiting for other emails' fetches does not count. */
  totalMs: number
  /** In all, waiting included. What is left out for want of a turn is fetched later. */
  wallMs: number
  /** More, for pointing the style sheets at what was kept. */
  rewriteMs: number
  /** Of everything that is kept. */
  maxBytes: number
  /** Style sheets alone, as they were fetched: emulation reads every one of them for each capture, where an image only waits to be asked for. */
  maxStyleSheetBytes: number
  /** References tried; further ones are shown as broken images. */
  maxAssets: number
  /** Style sheets deep whose own references are followed: 1 is a style sheet that the email itself names. */
  maxStyleSheetDepth: number
  /** Fetches of this email at a time, so that no email takes all of the process's. */
  maxConcurrent: number
}

export const defaultBudgets: FreezeBudgets = {
  totalMs: 15_000,
  wallMs: 18_000,
  rewriteMs: 5_000,
  maxBytes: 40 * 1024 * 1024,
  maxStyleSheetBytes: 4 * 1024 * 1024,
  maxAssets: 500,
  maxStyleSheetDepth: 3,
  maxConcurrent: 24,
}

const mebibyte = 1024 * 1024

/** Of all emails of this process. They bound what it may hold in memory: what is being fetched, and what has been and is not stored yet. */
export const fetchLimits: FairQueueLimits = {
  maxConcurrent: 64,
  maxPerAccount: 48,
  maxHeldBytes: 128 * mebibyte,
  maxHeldBytesPerAccount: 64 * mebibyte,
}

/** A style sheet waits as text, most often of one byte a character and at most of two. */
const bytesPerCharacter = 2

interface Frozen {
  id: string
  /** How many style sheets deep it was found; 1: the email itself names it. */
  depth: number
  /** Null until, and unless, it was fetched. */
  contentType: string | null
  /** Null until its bytes are in a pack. */
  place: AssetPlace | null
  /** It had no turn in time, because of other emails; or it refers to what had none. */
  isUnfetched: boolean
}

interface FrozenStyleSheet extends StyleSheet {
  asset: Frozen
  references: readonly string[]
}

export interface FreezeDeps {
  fetchAsset: FetchAsset
  fetchQueue: FairQueue
  emailReader: Omit<EmailReader, 'readMessage' | 'close'>
  storage: Pick<Storage, 'put'>
}

/** Of whom the fetches are. */
export interface FreezeOwner {
  emailGuid: string
  accountId: number
}

type FreezeOptions = Partial<FreezeBudgets> & {
  signal?: AbortSignal
  /** What has no turn now is left out for good. */
  isLast?: boolean
}

/** What was kept, and what is to be fetched later, before the first capture. */
export interface Freezing {
  kept: FrozenAsset[]
  unfetched: UnfetchedAsset[]
}

/**
 * Fetches everything that an email refers to, once, in parallel, and stores it in packs: images and fonts as they are, style
 * sheets as UTF-8 with their addresses pointing at `assetUrl`, and their list beside them. What cannot be fetched inside the budgets
 * is left out; what never had its turn because of other emails is listed to be fetched later, with the style sheets
 * that refer to it. Rejects with the storage's errors, an `UnreadEmailError` or the reason of `signal`, and only after everything under way
 * has ended.
 */
export async function freezeAssets(
  deps: FreezeDeps,
  owner: FreezeOwner,
  html: string | null,
  options: FreezeOptions = {},
): Promise<Freezing> {
  if (html === null) return { kept: [], unfetched: [] }
  return freezeReferences(deps, owner, { kept: [], firstPack: 0 }, options, async (maxAssets, signal) =>
    (await deps.emailReader.findReferences(html, maxAssets, signal)).map((url) => ({ url, depth: 1 })),
  )
}

/**
 * As `freezeAssets`, for what an earlier freezing listed; the rest stays as it was kept. Packs are numbered from `firstPack`: from a number
 * that no other freezing of this email had.
 */
export async function freezeUnfetched(
  deps: FreezeDeps,
  owner: FreezeOwner,
  { kept, unfetched, firstPack }: Freezing & { firstPack: number },
  options: FreezeOptions,
): Promise<Freezing> {
  return freezeReferences(deps, owner, { kept, firstPack }, options, () => Promise.resolve(unfetched))
}

async function freezeReferences(
  { fetchAsset, fetchQueue, emailReader, storage }: FreezeDeps,
  { emailGuid, accountId }: FreezeOwner,
  earlier: { kept: readonly FrozenAsset[]; firstPack: number },
  { signal, isLast = false, ...givenBudgets }: FreezeOptions,
  findReferences: (maxAssets: number, signal: AbortSignal) => Promise<UnfetchedAsset[]>,
): Promise<Freezing> {
  const budgets = { ...defaultBudgets, ...givenBudgets }
  const assets = new Map<string, Frozen>(
    earlier.kept.map(({ url, id, contentType, pack, offset, length }) => [
      url,
      { id, depth: 1, contentType, place: { pack, offset, length }, isUnfetched: false },
    ]),
  )
  const styleSheets: FrozenStyleSheet[] = []
  const fetches = fetchQueue.open(accountId, budgets.maxConcurrent)
  /** One at a time of each email, so that no email has all of the threads. */
  const reading = pLimit(1)
  const ended = new AbortController()
  // Every fetch under way listens.
  setMaxListeners(0, ended.signal)
  const end = (): void => ended.abort()
  const packs = openAssetPacks(
    storage,
    { emailGuid, firstPack: earlier.firstPack },
    { hold: (bytes) => fetches.hold(bytes), onError: end },
  )
  let styleSheetBytes = 0
  let spentBytes = bytesOf(earlier.kept)
  let spentStyleSheetBytes = bytesOf(earlier.kept.filter(isStyleSheet))
  let isPastWall = false

  const fetchWithinBudget = async (url: string): Promise<FetchedAsset | 'lost' | 'unfetched'> => {
    let takenBytes = 0
    const take = (bytes: number): boolean => {
      if (spentBytes + bytes > budgets.maxBytes) return false
      spentBytes += bytes
      takenBytes += bytes
      return true
    }
    const fetched = await fetchAsset(url, { signal: ended.signal, take, fetches })
    if (!('refused' in fetched)) return fetched
    spentBytes -= takenBytes
    // Who comes to the wall has waited for others.
    const isLoad = fetched.refused === 'load' || (fetched.refused === 'budget' && isPastWall)
    return isLoad && !isLast ? 'unfetched' : 'lost'
  }

  const freeze = async (url: string, asset: Frozen): Promise<void> => {
    const fetched = await fetchWithinBudget(url)
    asset.isUnfetched = fetched === 'unfetched'
    if (typeof fetched === 'string') return
    if (!isStyleSheet(fetched)) {
      asset.contentType = fetched.contentType
      asset.place = packs.add(fetched.body)
      return
    }
    spentStyleSheetBytes += fetched.body.length
    if (spentStyleSheetBytes > budgets.maxStyleSheetBytes) {
      spentStyleSheetBytes -= fetched.body.length
      spentBytes -= fetched.body.length
      return
    }
    asset.contentType = 'text/css; charset=utf-8'
    const styleSheet = { css: decodeCss(fetched), url: fetched.finalUrl }
    styleSheetBytes += styleSheet.css.length * bytesPerCharacter
    fetches.hold(styleSheet.css.length * bytesPerCharacter)
    const isFollowed = asset.depth <= budgets.maxStyleSheetDepth
    const references = isFollowed ? await findInStyleSheet(styleSheet) : []
    styleSheets.push({ ...styleSheet, asset, references })
    await freezeAll(references.map((reference) => ({ url: reference, depth: asset.depth + 1 })))
  }

  /** What a style sheet that is not read in time refers to is left out like what is not fetched in time. */
  const findInStyleSheet = (styleSheet: StyleSheet): Promise<string[]> =>
    reading(() =>
      ended.signal.aborted
        ? []
        : emailReader.findInStyleSheet(styleSheet, budgets.maxAssets, ended.signal).catch(asUnread([])),
    )

  const freezeAll = async (references: readonly UnfetchedAsset[]): Promise<void> => {
    const fresh = references.filter(({ url }) => !assets.has(url)).slice(0, budgets.maxAssets - assets.size)
    const frozen = fresh.map(({ url, depth }) => ({
      url,
      asset: { id: newAssetId(), depth, contentType: null, place: null, isUnfetched: false },
    }))
    for (const { url, asset } of frozen) assets.set(url, asset)
    await Promise.all(frozen.map(({ url, asset }) => freeze(url, asset)))
  }

  const budget = startBudget(budgets.totalMs, end)
  fetches.onIdle((isIdle) => budget.count(!isIdle))
  const wall = setTimeout(() => {
    isPastWall = true
    end()
  }, budgets.wallMs)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    await freezeAll(await findReferences(budgets.maxAssets, ended.signal))
    // What it ended was not lost to its host, nor to anybody's load.
    signal?.throwIfAborted()
    leaveOutDependents(styleSheets, assets)
    // Only now is it known which of a style sheet's references were kept; they may refer to each other in circles.
    const frozen = new Map(
      [...assets].flatMap(([url, asset]) => (asset.contentType ? [[url, assetUrl(asset.id)]] : [])),
    )
    const late = AbortSignal.timeout(budgets.rewriteMs)
    const rewritten = styleSheets
      .filter(({ asset }) => !asset.isUnfetched)
      .map(({ asset, css, url }) =>
        reading(async () => {
          const rewrittenCss = late.aborted
            ? null
            : await emailReader.rewriteStyleSheet({ css, url }, frozen, late).catch(asUnread(null))
          if (rewrittenCss !== null) asset.place = packs.add(Buffer.from(rewrittenCss))
        }),
      )
    await Promise.all(rewritten)
    const kept = [...assets].flatMap(([url, { id, contentType, place }]) =>
      contentType && place ? [{ url, id, contentType, ...place }] : [],
    )
    const unfetched = [...assets].flatMap(([url, { depth, isUnfetched }]) =>
      isUnfetched ? [{ url, depth }] : [],
    )
    const putList = (key: string, list: readonly unknown[]): Promise<void> =>
      list.length === 0
        ? Promise.resolve()
        : storage.put(key, Buffer.from(JSON.stringify(list)), 'application/json')
    const lists = Promise.all([
      putList(frozenAssetsKey(emailGuid), kept),
      putList(unfetchedAssetsKey(emailGuid), unfetched),
    ])
    await Promise.allSettled([lists, packs.close()])
    await lists
    return { kept, unfetched }
  } finally {
    budget.count(false)
    clearTimeout(wall)
    signal?.removeEventListener('abort', end)
    await packs.close().finally(() => fetches.hold(-styleSheetBytes))
  }
}

/** A style sheet is kept with its references as they were found: without one that comes later, it comes later, too. */
function leaveOutDependents(
  styleSheets: readonly FrozenStyleSheet[],
  assets: ReadonlyMap<string, Frozen>,
): void {
  const dependents = (): FrozenStyleSheet[] =>
    styleSheets.filter(
      ({ asset, references }) =>
        !asset.isUnfetched && references.some((reference) => assets.get(reference)?.isUnfetched),
    )
  for (let found = dependents(); found.length > 0; found = dependents())
    for (const { asset } of found) {
      asset.isUnfetched = true
      asset.contentType = null
    }
}

/** Calls `onSpent` when so much time was counted. */
function startBudget(totalMs: number, onSpent: () => void): { count(isCounted: boolean): void } {
  let leftMs = totalMs
  let countedSince: number | null = null
  let timer: NodeJS.Timeout | undefined
  const budget = {
    count: (isCounted: boolean): void => {
      clearTimeout(timer)
      const now = performance.now()
      if (countedSince !== null) leftMs -= now - countedSince
      countedSince = isCounted ? now : null
      if (isCounted) timer = setTimeout(onSpent, Math.max(0, leftMs))
    },
  }
  budget.count(true)
  return budget
}

const asUnread =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (error instanceof UnreadEmailError) return instead
    throw error
  }

const bytesOf = (assets: readonly FrozenAsset[]): number =>
  assets.reduce((sum, { length }) => sum + length, 0)

const isStyleSheet = ({ contentType }: Pick<FrozenAsset, 'contentType'>): boolean =>
  contentType.toLowerCase().startsWith('text/css')

const newAssetId = (): string => randomBytes(16).toString('base64url')

/** CSS Syntax 3 §3.2: a byte order mark, the charset it was sent with, its own `@charset`, else UTF-8. */
function decodeCss({ body, contentType }: FetchedAsset): string {
  const sent = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const own = /^@charset "([^"]{1,40})";/.exec(body.subarray(0, 60).toString('latin1'))?.[1]
  for (const label of [markedEncoding(body), sent, own]) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label).decode(body)
    } catch {
      // An encoding that nobody knows: as if it were not named.
    }
  }
  return new TextDecoder().decode(body)
}

function markedEncoding(body: Buffer): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : undefined
}
