import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { CheckedAsset } from '../checked-email'
import { declared, type CheckedHtml } from '../checked-html'
import { shownAddress } from '../shown-address'

export interface Picture {
  element: Tree.Element
  /** Cut to 200 characters; `<img>` if there is none. */
  address: string
}

/** Without pictures of one pixel, which count openings. */
export const picturesOf = (html: CheckedHtml | null): Picture[] =>
  (html?.named('img') ?? [])
    .filter((element) => !isPixel(element))
    .map((element) => ({ element, address: addressOf(element) }))

function addressOf(element: Tree.Element): string {
  return shownAddress(findAttribute(element, 'src') ?? '') || '<img>'
}

/** In CSS pixels. Null without a length, and for percentages. */
export function lengthOf(element: Tree.Element, side: 'width' | 'height'): number | null {
  const ofStyle = /^(\d+(?:\.\d+)?)px$/.exec(declared(element, side) ?? '')?.[1]
  const ofAttribute = /^(\d+)\s*(?:px)?$/.exec(findAttribute(element, side)?.trim() ?? '')?.[1]
  const length = ofStyle ?? ofAttribute
  return length === undefined ? null : Number(length)
}

const isPixel = (element: Tree.Element): boolean =>
  (lengthOf(element, 'width') ?? Infinity) <= 1 || (lengthOf(element, 'height') ?? Infinity) <= 1

export function assetOf(
  element: Tree.Element,
  assets: ReadonlyMap<string, CheckedAsset>,
): CheckedAsset | null {
  const address = (findAttribute(element, 'src') ?? '').trim()
  if (/^cid:/i.test(address)) return assets.get(address) ?? null
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  url.hash = ''
  return assets.get(url.href) ?? null
}

export const assetsByUrl = (assets: readonly CheckedAsset[] | null): ReadonlyMap<string, CheckedAsset> =>
  new Map((assets ?? []).map((asset) => [asset.url, asset]))
