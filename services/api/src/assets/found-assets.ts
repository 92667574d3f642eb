import { randomBytes } from 'node:crypto'
import type { AssetLists, EmailAssets } from '@pas/emails/asset-lists'
import type { AssetPlace } from '@pas/emails/asset-packs'
import {
  assetUrl,
  type AssetFailure,
  type FailedAsset,
  type FrozenAsset,
  type UnfetchedAsset,
} from '@pas/emails/frozen-email'

/** `dead`: why no email client can load it, so it is not fetched. */
export type Reference = UnfetchedAsset & { dead?: AssetFailure | null } & Pick<FrozenAsset, 'standsFor'>

export interface FoundAsset extends Pick<FrozenAsset, 'standsFor'> {
  url: string
  id: string
  /** 1: the email itself refers to it. */
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

  constructor(
    earlier: EmailAssets,
    private readonly maxAssets: number,
  ) {
    this.failed = new Map(earlier.failed.map((asset) => [asset.url, asset]))
    this.assets = new Map(
      earlier.kept.map(
        ({ url, id, contentType, pack, offset, length, width, height, where = null, standsFor }) => {
          const place = { pack, offset, length }
          const size = width !== undefined && height !== undefined ? { width, height } : null
          return [url, { ...newAsset({ url, depth: 1, where, standsFor }), id, contentType, place, size }]
        },
      ),
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

  /** Key: the asset's own URL. */
  frozenUrls(): Map<string, string> {
    const fetched = [...this.assets.values()].filter(({ contentType }) => contentType !== null)
    return new Map(fetched.map(({ url, id }) => [url, assetUrl(id)]))
  }

  lists(): AssetLists {
    const lists: AssetLists = { kept: [], failed: [], unfetched: [] }
    for (const asset of this.assets.values()) {
      const { url, contentType, place, where, standsFor } = asset
      if (asset.isUnfetched) lists.unfetched.push({ url, depth: asset.depth, where })
      else if (contentType && place)
        lists.kept.push({
          url,
          id: asset.id,
          contentType,
          ...place,
          ...asset.size,
          where,
          ...(standsFor && { standsFor }),
        })
      else lists.failed.push({ url, ...(asset.failure ?? { reason: 'budget' }), where })
    }
    lists.failed.push(...this.failed.values())
    return lists
  }

  private fail({ url, where = null }: Reference, reason: AssetFailure): void {
    if (this.failed.size < this.maxAssets) this.failed.set(url, { url, reason, where })
  }
}

const newAsset = ({ url, depth, where = null, standsFor }: Reference): FoundAsset => ({
  url,
  id: randomBytes(16).toString('base64url'),
  depth,
  where,
  contentType: null,
  place: null,
  size: null,
  isUnfetched: false,
  failure: null,
  standsFor,
})
