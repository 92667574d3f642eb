import { findEmailClient, inOtherTheme } from '@pas/email-clients/catalogue'
import { emailClientKinds, type EmailClientKind } from '@pas/email-clients/email-client'
import type { ApiEmailClient, ApiPreview } from '../api/schema'
import { previewKey, verdictOf, type PictureBefore, type Verdict } from './shown-preview'
import { variantsAmong, type Variant } from './variants'

export interface Tile {
  key: string
  preview: ApiPreview
  name: string
  platform: string
  family: EmailClientKind
  isDark: boolean
  fidelity: ApiEmailClient['fidelity']
  /** Device pixels for each CSS pixel. */
  pixelRatio: number
  /** Beside the earlier version's picture; null without one, and until both are drawn. */
  verdict: Verdict | null
  /** In which ways it is a variant of another tile; empty for one that was chosen. */
  variants: readonly Variant[]
}

export type EmailClients = Readonly<Record<string, ApiEmailClient>>

/** `before`: the earlier version's pictures, by key. */
export const listTiles = (
  emailClients: EmailClients,
  previews: readonly ApiPreview[],
  before?: ReadonlyMap<string, PictureBefore>,
): Tile[] => {
  const variants = variantsAmong(previews)
  return previews
    .map((preview) => ({
      ...tileOf(emailClients, preview, before),
      variants: variants.get(previewKey(preview)) ?? [],
    }))
    .sort(inGridOrder)
}

/** An email client that is no longer in the catalogue is shown by its code. */
function tileOf(
  emailClients: EmailClients,
  preview: ApiPreview,
  before: ReadonlyMap<string, PictureBefore> | undefined,
): Omit<Tile, 'variants'> {
  const emailClient = emailClients[preview.client]
  const known = findEmailClient(preview.client)
  const key = previewKey(preview)
  const earlier = before?.get(key)
  return {
    key,
    preview,
    name: emailClient?.name ?? preview.client,
    platform: emailClient?.platform ?? '',
    family: known?.kind ?? 'desktop',
    isDark: known?.isDark ?? false,
    fidelity: emailClient?.fidelity ?? 'emulated',
    pixelRatio: emailClient?.pixel_ratio ?? 1,
    verdict: earlier && preview.status === 'captured' ? verdictOf(preview, earlier) : null,
  }
}

const inEnglish = new Intl.Collator('en', { numeric: true }).compare

const inGridOrder = (one: Tile, other: Tile): number =>
  emailClientKinds.indexOf(one.family) - emailClientKinds.indexOf(other.family) ||
  byName(one, other) ||
  inEnglish(one.key, other.key)

const byName = (one: { name: string; platform: string }, other: { name: string; platform: string }): number =>
  inEnglish(one.name, other.name) || inEnglish(one.platform, other.platform)

export function countTiles(tiles: readonly Tile[]): Record<Tile['preview']['status'] | 'total', number> {
  const count = (status: Tile['preview']['status']): number =>
    tiles.filter(({ preview }) => preview.status === status).length
  return {
    waiting: count('waiting'),
    captured: count('captured'),
    failed: count('failed'),
    total: tiles.length,
  }
}

export type FilterName = 'family' | 'dark' | 'images' | 'fidelity' | 'status' | 'verdict'

/** Data attributes of the tile, which the grid's script compares with the filters. */
export const filterValues = ({
  family,
  isDark,
  fidelity,
  preview,
  verdict,
}: Tile): Record<FilterName, string> => ({
  family,
  dark: isDark ? '1' : '',
  images: preview.images,
  fidelity,
  status: preview.status,
  verdict: verdict ?? '',
})

/** Equal for pictures of the same bytes. Short, because a page has hundreds. */
export const pictureOf = ({ preview }: Tile): string | undefined =>
  preview.status === 'captured' ? preview.picture_sha256?.slice(0, 8) : undefined

/** The same email client in its other theme; null if it has none. */
export function otherThemeOf(
  emailClients: EmailClients,
  code: string,
): { client: string; isDark: boolean } | null {
  const emailClient = findEmailClient(code)
  const other = emailClient && inOtherTheme(emailClient)
  return other && emailClients[code] && emailClients[other.code]
    ? { client: other.code, isDark: other.isDark }
    : null
}
