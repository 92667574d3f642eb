import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { assetUrl, frozenAssetsKey, type FrozenAsset } from '@pas/capture-queue/frozen-email'
import type { Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'
import { openAssetPacks, type AssetPlace } from './asset-packs'
import type { FetchAsset, FetchedAsset } from './fetch-asset'
import { UnreadEmailError, type EmailReader } from './email-reader'
import type { StyleSheet } from './email-thread'

/** What one email may cost. */
export interface FreezeBudgets {
  totalMs: number
  /** More, for pointing the style sheets at what was kept. */
  rewriteMs: number
  /** Of everything that is kept. */
  maxBytes: number
  /** References tried; further ones are shown as broken images. */
  maxAssets: number
  /** Style sheets deep whose own references are followed: 1 is a style sheet that the email itself names. */
  maxStyleSheetDepth: number
  /** Fetches of this email at a time, so that no email takes all of the process's. */
  maxConcurrent: number
}

export const defaultBudgets: FreezeBudgets = {
  totalMs: 15_000,
  rewriteMs: 5_000,
  maxBytes: 40 * 1024 * 1024,
  maxAssets: 500,
  maxStyleSheetDepth: 3,
  maxConcurrent: 24,
}

interface Frozen {
  id: string
  /** Null until, and unless, it was fetched. */
  contentType: string | null
  /** Null until its bytes are in a pack. */
  place: AssetPlace | null
}

interface FrozenStyleSheet extends StyleSheet {
  asset: Frozen
}

/**
 * Fetches everything that an email refers to, once, in parallel, and stores it in packs: images and fonts as they are, style
 * sheets as UTF-8 with their addresses pointing at `assetUrl`, and their list beside them. What cannot be fetched inside the budgets, or before
 * `signal` aborts, is left out. Rejects with the storage's errors or an `UnreadEmailError`, and only after everything under way
 * has ended.
 */
export async function freezeAssets(
  {
    fetchAsset,
    emailReader,
    storage,
  }: {
    fetchAsset: FetchAsset
    emailReader: Omit<EmailReader, 'readMessage' | 'close'>
    storage: Pick<Storage, 'put'>
  },
  emailGuid: string,
  html: string | null,
  { signal, ...givenBudgets }: Partial<FreezeBudgets> & { signal?: AbortSignal } = {},
): Promise<FrozenAsset[]> {
  if (html === null) return []
  const budgets = { ...defaultBudgets, ...givenBudgets }
  const assets = new Map<string, Frozen>()
  const styleSheets: FrozenStyleSheet[] = []
  const slots = pLimit(budgets.maxConcurrent)
  /** One at a time of each email, so that no email has all of the threads. */
  const reading = pLimit(1)
  const ended = new AbortController()
  // Every fetch under way listens.
  setMaxListeners(0, ended.signal)
  const end = (): void => ended.abort()
  const packs = openAssetPacks(storage, emailGuid, end)
  let spentBytes = 0

  const fetchWithinBudget = async (url: string): Promise<FetchedAsset | null> => {
    let takenBytes = 0
    const take = (bytes: number): boolean => {
      if (spentBytes + bytes > budgets.maxBytes) return false
      spentBytes += bytes
      takenBytes += bytes
      return true
    }
    const fetched = await fetchAsset(url, { signal: ended.signal, take })
    if (!('refused' in fetched)) return fetched
    spentBytes -= takenBytes
    return null
  }

  const freeze = async (url: string, asset: Frozen, depth: number): Promise<void> => {
    const fetched = await slots(async () => {
      const answer = ended.signal.aborted ? null : await fetchWithinBudget(url)
      if (!answer) return null
      const styleSheet = answer.contentType.toLowerCase().startsWith('text/css')
      asset.contentType = styleSheet ? 'text/css; charset=utf-8' : answer.contentType
      if (!styleSheet) asset.place = packs.add(answer.body)
      return styleSheet ? answer : null
    })
    if (!fetched) return
    const styleSheet = { css: decodeCss(fetched), url: fetched.finalUrl }
    styleSheets.push({ ...styleSheet, asset })
    if (depth <= budgets.maxStyleSheetDepth) await freezeAll(await findInStyleSheet(styleSheet), depth + 1)
  }

  /** What a style sheet that is not read in time refers to is left out like what is not fetched in time. */
  const findInStyleSheet = (styleSheet: StyleSheet): Promise<string[]> =>
    reading(() =>
      ended.signal.aborted
        ? []
        : emailReader.findInStyleSheet(styleSheet, budgets.maxAssets, ended.signal).catch(asUnread([])),
    )

  const freezeAll = async (urls: readonly string[], depth: number): Promise<void> => {
    const fresh = urls.filter((url) => !assets.has(url)).slice(0, budgets.maxAssets - assets.size)
    const frozen = fresh.map((url) => ({ url, asset: { id: newAssetId(), contentType: null, place: null } }))
    for (const { url, asset } of frozen) assets.set(url, asset)
    await Promise.all(frozen.map(({ url, asset }) => freeze(url, asset, depth)))
  }

  const timer = setTimeout(end, budgets.totalMs)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    await freezeAll(await emailReader.findReferences(html, budgets.maxAssets, ended.signal), 1)
    // Only now is it known which of a style sheet's references were kept; they may refer to each other in circles.
    const frozen = new Map(
      [...assets].flatMap(([url, asset]) => (asset.contentType ? [[url, assetUrl(asset.id)]] : [])),
    )
    const late = AbortSignal.timeout(budgets.rewriteMs)
    const rewritten = styleSheets.map(({ asset, ...styleSheet }) =>
      reading(async () => {
        const css = late.aborted
          ? null
          : await emailReader.rewriteStyleSheet(styleSheet, frozen, late).catch(asUnread(null))
        if (css !== null) asset.place = packs.add(Buffer.from(css))
      }),
    )
    await Promise.all(rewritten)
    const kept = [...assets].flatMap(([url, { id, contentType, place }]) =>
      contentType && place ? [{ url, id, contentType, ...place }] : [],
    )
    if (kept.length > 0) {
      const manifest = storage.put(
        frozenAssetsKey(emailGuid),
        Buffer.from(JSON.stringify(kept)),
        'application/json',
      )
      await Promise.allSettled([manifest, packs.close()])
      await manifest
    }
    return kept
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
    await packs.close()
  }
}

const asUnread =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (error instanceof UnreadEmailError) return instead
    throw error
  }

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
