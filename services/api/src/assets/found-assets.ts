import { randomBytes } from 'node:crypto'
import { allEnded } from '@pas/emails/all-ended'
import type { AssetLists, EmailAssets } from '@pas/emails/asset-lists'
import type { AssetPacks, AssetPlace } from '@pas/emails/asset-packs'
import { assetUrl, type AssetFailure, type FailedAsset, type UnfetchedAsset } from '@pas/emails/frozen-email'
import type { FairLine } from '@pas/runtime/fair-queue'
import pLimit from 'p-limit'
import { UnreadEmailError, type AccountReader } from '../emulation/email-reader'
import type { StyleSheet } from '../emulation/email-thread'
import type { AssetBudget, FreezeBudgets } from './asset-budget'
import type { FetchedAsset } from './fetch-asset'

/** `dead`: why no email client loads it. */
export type Reference = UnfetchedAsset & { dead?: AssetFailure | null }

export interface FoundAsset {
  url: string
  id: string
  /** 1: in the email itself. */
  depth: number
  where: FailedAsset['where']
  contentType: string | null
  place: AssetPlace | null
  size: { width: number; height: number } | null
  /** The fetch was not begun because of other emails, or it is a style sheet that refers to such an asset. */
  isUnfetched: boolean
  /** Null also for a style sheet that could not be rewritten in time, which is listed as failed with `budget`. */
  failure: Pick<FailedAsset, 'reason' | 'httpStatus'> | null
}

export class FoundAssets {
  private readonly assets: Map<string, FoundAsset>
  /** By URL: assets that failed without a fetch, or in an earlier round. */
  private readonly failed: Map<string, FailedAsset>

  /** `maxAssets` also limits the failed ones. */
  constructor(
    earlier: EmailAssets,
    private readonly maxAssets: number,
  ) {
    this.failed = new Map(earlier.failed.map((asset) => [asset.url, asset]))
    this.assets = new Map(
      earlier.kept.map(({ url, id, contentType, pack, offset, length, width, height, where = null }) => {
        const place = { pack, offset, length }
        const size = width !== undefined && height !== undefined ? { width, height } : null
        return [url, { ...newAsset({ url, depth: 1, where }), id, contentType, place, size }]
      }),
    )
  }

  add(references: readonly Reference[]): FoundAsset[] {
    const fresh = references.filter(({ url }) => !this.assets.has(url) && !this.failed.has(url))
    const alive = fresh.filter(({ dead = null }) => dead === null)
    const room = Math.max(0, this.maxAssets - this.assets.size)
    for (const reference of fresh) if (reference.dead) this.fail(reference, reference.dead)
    for (const reference of alive.slice(room)) this.fail(reference, 'too_many')
    const added = alive.slice(0, room).map(newAsset)
    for (const asset of added) this.assets.set(asset.url, asset)
    return added
  }

  isUnfetched(url: string): boolean {
    return this.assets.get(url)?.isUnfetched ?? false
  }

  frozenUrls(): Map<string, string> {
    const fetched = [...this.assets.values()].filter(({ contentType }) => contentType !== null)
    return new Map(fetched.map(({ url, id }) => [url, assetUrl(id)]))
  }

  lists(): AssetLists {
    const lists: AssetLists = { kept: [], failed: [], unfetched: [] }
    for (const asset of this.assets.values()) {
      const { url, contentType, place, where } = asset
      if (asset.isUnfetched) lists.unfetched.push({ url, depth: asset.depth, where })
      else if (contentType && place)
        lists.kept.push({ url, id: asset.id, contentType, ...place, ...asset.size, where })
      else lists.failed.push({ url, ...(asset.failure ?? { reason: 'budget' }), where })
    }
    lists.failed.push(...this.failed.values())
    return lists
  }

  private fail({ url, where = null }: Reference, reason: AssetFailure): void {
    if (this.failed.size < this.maxAssets) this.failed.set(url, { url, reason, where })
  }
}

const newAsset = ({ url, depth, where = null }: UnfetchedAsset): FoundAsset => ({
  url,
  id: randomBytes(16).toString('base64url'),
  depth,
  where,
  contentType: null,
  place: null,
  size: null,
  isUnfetched: false,
  failure: null,
})

interface FrozenStyleSheet extends StyleSheet {
  asset: FoundAsset
  references: readonly string[]
}

const bytesPerCharacter = 2

export class FetchedStyleSheets {
  private readonly styleSheets: FrozenStyleSheet[] = []
  private heldBytes = 0
  /** One at a time, so that one email does not occupy all threads. */
  private readonly reading = pLimit(1)

  constructor(
    private readonly emailReader: Pick<AccountReader, 'findInStyleSheet' | 'rewriteStyleSheet'>,
    private readonly budget: AssetBudget,
    private readonly fetches: Pick<FairLine, 'hold'>,
    private readonly budgets: FreezeBudgets,
  ) {}

  async add(asset: FoundAsset, fetched: FetchedAsset): Promise<string[]> {
    if (!this.budget.takeStyleSheet(fetched.body.length)) {
      asset.failure = { reason: 'budget' }
      return []
    }
    asset.contentType = 'text/css; charset=utf-8'
    const styleSheet = { css: decodeCss(fetched), url: fetched.finalUrl }
    const bytes = styleSheet.css.length * bytesPerCharacter
    this.heldBytes += bytes
    this.fetches.hold(bytes)
    const isFollowed = asset.depth <= this.budgets.maxStyleSheetDepth
    const references = isFollowed ? await this.findReferences(styleSheet) : []
    this.styleSheets.push({ ...styleSheet, asset, references })
    return references
  }

  /** Call it after all other fetches: style sheets may refer to each other in circles. */
  async store(found: FoundAssets, packs: Pick<AssetPacks, 'add'>): Promise<void> {
    leaveOutDependents(this.styleSheets, found)
    const frozen = found.frozenUrls()
    const late = AbortSignal.timeout(this.budgets.rewriteMs)
    const rewrite = async ({ asset, css, url }: FrozenStyleSheet): Promise<void> => {
      const rewritten = late.aborted
        ? null
        : await this.emailReader.rewriteStyleSheet({ css, url }, frozen, late).catch(returnIfUnread(null))
      if (rewritten !== null) asset.place = packs.add(Buffer.from(rewritten))
    }
    const fetched = this.styleSheets.filter(({ asset }) => !asset.isUnfetched)
    await allEnded(fetched.map((styleSheet) => this.reading(() => rewrite(styleSheet))))
  }

  release(): void {
    this.fetches.hold(-this.heldBytes)
  }

  /** An unread style sheet counts as one without references. */
  private findReferences(styleSheet: StyleSheet): Promise<string[]> {
    const { signal } = this.budget
    return this.reading(() =>
      signal.aborted
        ? []
        : this.emailReader
            .findInStyleSheet(styleSheet, this.budgets.maxAssets, signal)
            .catch(returnIfUnread([])),
    )
  }
}

/** A style sheet is stored once, rewritten, so it must wait for its assets. */
function leaveOutDependents(styleSheets: readonly FrozenStyleSheet[], found: FoundAssets): void {
  const dependents = (): FrozenStyleSheet[] =>
    styleSheets.filter(
      ({ asset, references }) =>
        !asset.isUnfetched && references.some((reference) => found.isUnfetched(reference)),
    )
  for (let left = dependents(); left.length > 0; left = dependents())
    for (const { asset } of left) {
      asset.isUnfetched = true
      asset.contentType = null
    }
}

const returnIfUnread =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (error instanceof UnreadEmailError) return instead
    throw error
  }

/** CSS Syntax 3 §3.2: byte order mark, charset of the Content-Type, `@charset`, else UTF-8. */
function decodeCss({ body, contentType }: FetchedAsset): string {
  const sent = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const own = /^@charset "([^"]{1,40})";/.exec(body.subarray(0, 60).toString('latin1'))?.[1]
  for (const label of [markedEncoding(body), sent, own]) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label).decode(body)
    } catch {
      // An unknown encoding is ignored.
    }
  }
  return new TextDecoder().decode(body)
}

function markedEncoding(body: Buffer): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : undefined
}
