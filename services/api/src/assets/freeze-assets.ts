import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { allEnded } from '@pas/emails/all-ended'
import { putAssetLists, type AssetLists } from '@pas/emails/asset-lists'
import { openAssetPacks, type AssetPlace } from '@pas/emails/asset-packs'
import {
  assetUrl,
  type AssetFailure,
  type FailedAsset,
  type FrozenAsset,
  type UnfetchedAsset,
} from '@pas/emails/frozen-email'
import { isRaster, rasterSize } from '@pas/messages/asset-type'
import type { PlacedReference } from '@pas/messages/read-message'
import type { Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'
import { maxAssetBytes } from '../limits/max-email-bytes'
import type { FetchAsset, FetchedAsset, RefusedAsset } from './fetch-asset'
import type { FairQueue, FairQueueLimits } from '@pas/runtime/fair-queue'
import { UnreadEmailError, type AccountReader } from '../reading/email-reader'
import type { StyleSheet } from '../reading/email-thread'

/** Limits per email. */
export interface FreezeBudgets {
  /** Time for fetching, without the time in which all of the email's fetches wait for other emails'. */
  totalMs: number
  /** Time for fetching, waiting included. What has no turn within it is fetched later. */
  wallMs: number
  /** Additional time for pointing the style sheets' references at the frozen assets. */
  rewriteMs: number
  /** Bytes of all assets that are kept. */
  maxBytes: number
  /** Bytes of style sheets alone, as they were fetched. Emulation parses every one of them for each capture. */
  maxStyleSheetBytes: number
  /**
   * References that are tried. Further ones, and those that are not an address to fetch, are shown as broken images;
   * at most this many of them are recorded as failed.
   */
  maxAssets: number
  /** Depth of style sheets whose own references are followed; 1 is a style sheet that the email itself refers to. */
  maxStyleSheetDepth: number
  /** Fetches of this email at a time, so that one email does not take all of the process's. */
  maxConcurrent: number
}

/** The budgets of a running service; tests give others. */
export const defaultBudgets: FreezeBudgets = {
  totalMs: 15_000,
  wallMs: 18_000,
  rewriteMs: 5_000,
  maxBytes: maxAssetBytes,
  maxStyleSheetBytes: 4 * 1024 * 1024,
  maxAssets: 500,
  maxStyleSheetDepth: 3,
  maxConcurrent: 24,
}

const mebibyte = 1024 * 1024

/**
 * Limits of all emails of a process together. They limit the memory for assets that are being fetched or are not stored
 * yet.
 */
export const fetchLimits: FairQueueLimits = {
  maxConcurrent: 64,
  maxPerAccount: 48,
  maxHeldBytes: 128 * mebibyte,
  maxHeldBytesPerAccount: 64 * mebibyte,
}

/** A style sheet is held as a string, of at most two bytes a character. */
const bytesPerCharacter = 2

/** The state of one reference while an email is frozen. */
interface Frozen {
  id: string
  /** How many style sheets deep it was found; 1: in the email itself. */
  depth: number
  /** Null until it was fetched. */
  contentType: string | null
  /** Null until its bytes are in a pack. */
  place: AssetPlace | null
  /** Of a raster image; null for anything else. */
  size: { width: number; height: number } | null
  /** It had no turn in time because of other emails, or is a style sheet that refers to such an asset. */
  isUnfetched: boolean
  /** Why it was not fetched; null for a style sheet that was fetched and could not be rewritten in time. */
  failure: Pick<FailedAsset, 'reason' | 'httpStatus'> | null
  where: FailedAsset['where']
}

interface FrozenStyleSheet extends StyleSheet {
  asset: Frozen
  references: readonly string[]
}

/**
 * Finds an email's references and rewrites its style sheets. For a whole message `findReferences` only returns what was
 * found when the message was read.
 */
export type AssetReader = Pick<AccountReader, 'findInStyleSheet' | 'rewriteStyleSheet'> & {
  findReferences: (html: string, atMost: number, signal: AbortSignal) => Promise<PlacedReference[]>
}

/** What freezing needs: fetches, the queue for them, threads for style sheets, and storage. */
export interface FreezeDeps {
  fetchAsset: FetchAsset
  fetchQueue: FairQueue
  emailReader: AssetReader
  storage: Pick<Storage, 'put'>
}

/** The email to be frozen and its account, which takes the turns. */
export interface FreezeOwner {
  emailGuid: string
  accountId: number
}

type FreezeOptions = Partial<FreezeBudgets> & {
  signal?: AbortSignal
  /** Assets that have no turn in time are left out for good instead of listed for later. */
  isLast?: boolean
}

/** A reference to be fetched; with `dead`, one that no email client loads, and why. */
type Reference = UnfetchedAsset & { dead?: AssetFailure | null }

/**
 * Fetches each asset that an email refers to once, in parallel, and stores them in packs with a list: images and fonts
 * unchanged, style sheets as UTF-8 with their references pointing at `assetUrl`. What cannot be fetched within the
 * budgets is left out, and listed with the reason. Assets whose fetch never began, because of other emails' fetches,
 * are listed for later, with the style sheets that refer to them. Rejects, after everything has ended, with the
 * storage's errors, an `UnreadEmailError` or the reason of `signal`.
 */
export async function freezeAssets(
  deps: FreezeDeps,
  owner: FreezeOwner,
  html: string | null,
  options: FreezeOptions = {},
): Promise<AssetLists> {
  if (html === null) return { kept: [], failed: [], unfetched: [] }
  const earlier = { kept: [], failed: [], firstPack: 0 }
  return freezeReferences(deps, owner, earlier, options, async (maxAssets, signal) =>
    (await deps.emailReader.findReferences(html, 2 * maxAssets, signal)).map((found) => ({
      ...found,
      depth: 1,
    })),
  )
}

/**
 * As `freezeAssets`, for the assets that an earlier freezing listed for later (`unfetched`); those in `kept` and
 * `failed` stay unchanged. Packs are numbered from `firstPack`, so that no other freezing of this email writes the same
 * packs.
 */
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
  earlier: { kept: readonly FrozenAsset[]; failed: readonly FailedAsset[]; firstPack: number },
  { signal, isLast = false, ...givenBudgets }: FreezeOptions,
  findReferences: (maxAssets: number, signal: AbortSignal) => Promise<Reference[]>,
): Promise<AssetLists> {
  const budgets = { ...defaultBudgets, ...givenBudgets }
  const assets = new Map<string, Frozen>(
    earlier.kept.map(({ url, id, contentType, pack, offset, length, width, height, where = null }) => [
      url,
      {
        id,
        depth: 1,
        contentType,
        place: { pack, offset, length },
        size: width !== undefined && height !== undefined ? { width, height } : null,
        isUnfetched: false,
        failure: null,
        where,
      },
    ]),
  )
  /** By URL: references that failed without a fetch, and the failures of an earlier freezing. */
  const failed = new Map<string, FailedAsset>(earlier.failed.map((asset) => [asset.url, asset]))
  const styleSheets: FrozenStyleSheet[] = []
  const fetches = fetchQueue.open(accountId, budgets.maxConcurrent)
  /** One style sheet of an email at a time, so that one email does not occupy all threads. */
  const reading = pLimit(1)
  const ended = new AbortController()
  // Every running fetch listens: Node would warn above 10 listeners.
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

  const fetchWithinBudget = async (url: string): Promise<FetchedAsset | RefusedAsset | 'unfetched'> => {
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
    // An email that reaches `wallMs` has waited for other emails, as `totalMs` ends it first otherwise.
    const isBusy = fetched.refused === 'busy' || (fetched.refused === 'budget' && isPastWall)
    return isBusy && !isLast ? 'unfetched' : fetched
  }

  const freeze = async (url: string, asset: Frozen): Promise<void> => {
    const fetched = await fetchWithinBudget(url)
    asset.isUnfetched = fetched === 'unfetched'
    if (fetched === 'unfetched') return
    if ('refused' in fetched) {
      const { refused, ...status } = fetched
      const isMissingPart = refused === 'url' && url.startsWith('cid:')
      asset.failure = { reason: isMissingPart ? 'missing_part' : refused, ...status }
      return
    }
    if (!isStyleSheet(fetched)) {
      asset.contentType = fetched.contentType
      asset.size = isRaster(fetched.contentType) ? rasterSize(fetched.body) : null
      asset.place = packs.add(fetched.body)
      return
    }
    spentStyleSheetBytes += fetched.body.length
    if (spentStyleSheetBytes > budgets.maxStyleSheetBytes) {
      spentStyleSheetBytes -= fetched.body.length
      spentBytes -= fetched.body.length
      asset.failure = { reason: 'budget' }
      return
    }
    asset.contentType = 'text/css; charset=utf-8'
    const styleSheet = { css: decodeCss(fetched), url: fetched.finalUrl }
    styleSheetBytes += styleSheet.css.length * bytesPerCharacter
    fetches.hold(styleSheet.css.length * bytesPerCharacter)
    const isFollowed = asset.depth <= budgets.maxStyleSheetDepth
    const references = isFollowed ? await findInStyleSheet(styleSheet) : []
    styleSheets.push({ ...styleSheet, asset, references })
    await freezeAll(
      references.map((reference) => ({ url: reference, depth: asset.depth + 1, where: asset.where })),
    )
  }

  /** The references of a style sheet; none when it is not read in time, as if they were not fetched in time. */
  const findInStyleSheet = (styleSheet: StyleSheet): Promise<string[]> =>
    reading(() =>
      ended.signal.aborted
        ? []
        : emailReader.findInStyleSheet(styleSheet, budgets.maxAssets, ended.signal).catch(returnIfUnread([])),
    )

  const fail = ({ url, where = null }: Reference, reason: AssetFailure): void => {
    if (failed.size < budgets.maxAssets) failed.set(url, { url, reason, where })
  }

  const freezeAll = async (references: readonly Reference[]): Promise<void> => {
    const fresh = references.filter(({ url }) => !assets.has(url) && !failed.has(url))
    const alive = fresh.filter(({ dead = null }) => dead === null)
    const room = Math.max(0, budgets.maxAssets - assets.size)
    for (const reference of fresh) if (reference.dead) fail(reference, reference.dead)
    for (const reference of alive.slice(room)) fail(reference, 'too_many')
    const frozen = alive.slice(0, room).map(({ url, depth, where = null }) => ({
      url,
      asset: {
        id: newAssetId(),
        depth,
        contentType: null,
        place: null,
        size: null,
        isUnfetched: false,
        failure: null,
        where,
      },
    }))
    for (const { url, asset } of frozen) assets.set(url, asset)
    await allEnded(
      frozen.map(({ url, asset }) =>
        freeze(url, asset).catch((error: unknown) => {
          end()
          throw error
        }),
      ),
    )
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
    // Fetches that the caller's signal ended are neither lost nor unfetched, so nothing must be recorded.
    signal?.throwIfAborted()
    leaveOutDependents(styleSheets, assets)
    // Style sheets are rewritten last: only now is it known which references were kept, and style sheets may refer to
    // each other in circles.
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
            : await emailReader.rewriteStyleSheet({ css, url }, frozen, late).catch(returnIfUnread(null))
          if (rewrittenCss !== null) asset.place = packs.add(Buffer.from(rewrittenCss))
        }),
      )
    await allEnded(rewritten)
    const kept = [...assets].flatMap(([url, { id, contentType, place, size, where }]) =>
      contentType && place ? [{ url, id, contentType, ...place, ...size, where }] : [],
    )
    const unfetched = [...assets].flatMap(([url, { depth, isUnfetched, where }]) =>
      isUnfetched ? [{ url, depth, where }] : [],
    )
    const lost = [...assets].flatMap(([url, { contentType, place, isUnfetched, failure, where }]) =>
      isUnfetched || (contentType && place)
        ? []
        : [{ url, ...(failure ?? { reason: 'budget' as const }), where }],
    )
    const allFailed = [...lost, ...failed.values()]
    const lists = { kept, failed: allFailed, unfetched }
    await allEnded([putAssetLists(storage, emailGuid, lists), packs.close()])
    return lists
  } finally {
    budget.count(false)
    clearTimeout(wall)
    signal?.removeEventListener('abort', end)
    await packs.close().finally(() => fetches.hold(-styleSheetBytes))
  }
}

/**
 * Marks style sheets that refer to an unfetched asset as unfetched too: a style sheet is stored once, with its
 * references rewritten.
 */
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

/**
 * Calls `onSpent` when `totalMs` were counted. Counting begins at once; `count(false)` stops it and `count(true)`
 * continues it.
 */
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

/** Makes a handler for `catch` that returns `instead` for an `UnreadEmailError` and rethrows any other error. */
const returnIfUnread =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (error instanceof UnreadEmailError) return instead
    throw error
  }

const bytesOf = (assets: readonly FrozenAsset[]): number =>
  assets.reduce((sum, { length }) => sum + length, 0)

const newAssetId = (): string => randomBytes(16).toString('base64url')

/**
 * Decodes a style sheet by CSS Syntax 3 §3.2: by its byte order mark, the charset of its Content-Type, its `@charset`,
 * else as UTF-8.
 */
function decodeCss({ body, contentType }: FetchedAsset): string {
  const sent = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const own = /^@charset "([^"]{1,40})";/.exec(body.subarray(0, 60).toString('latin1'))?.[1]
  for (const label of [markedEncoding(body), sent, own]) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label).decode(body)
    } catch {
      // An unknown encoding counts as not named.
    }
  }
  return new TextDecoder().decode(body)
}

function markedEncoding(body: Buffer): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : undefined
}
