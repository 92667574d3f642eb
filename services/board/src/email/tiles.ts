import { findEmailClient, inOtherTheme } from '@pas/email-clients/catalogue'
import { emailClientKinds, type EmailClientKind } from '@pas/email-clients/email-client'
import type { ApiEmailClient, ApiPreview } from '../api/schema'
import { previewKey } from './shown-preview'

/** One preview as the pages show it: what the API lists, and what is known of its email client. */
export interface Tile {
  key: string
  preview: ApiPreview
  name: string
  platform: string
  family: EmailClientKind
  isDark: boolean
  fidelity: ApiEmailClient['fidelity']
  /** Device pixels of the picture for each CSS pixel. */
  pixelRatio: number
}

/** Email clients by code, as the API lists them. */
export type EmailClients = Readonly<Record<string, ApiEmailClient>>

/** The same email client's other theme: its code, and whether it is dark; null when there is none. */
export function otherThemeOf(
  emailClients: EmailClients,
  code: string,
): { client: string; isDark: boolean } | null {
  const own = findEmailClient(code)
  const other = own && inOtherTheme(own)
  return other && emailClients[code] && emailClients[other.code]
    ? { client: other.code, isDark: other.isDark }
    : null
}

/** A preview with what is known of its email client. One that is no longer in the catalogue is shown by its code. */
function tileOf(emailClients: EmailClients, preview: ApiPreview): Tile {
  const emailClient = emailClients[preview.client]
  const known = findEmailClient(preview.client)
  return {
    key: previewKey(preview),
    preview,
    name: emailClient?.name ?? preview.client,
    platform: emailClient?.platform ?? '',
    family: known?.kind ?? 'desktop',
    isDark: known?.isDark ?? false,
    fidelity: emailClient?.fidelity ?? 'emulated',
    pixelRatio: emailClient?.pixel_ratio ?? 1,
  }
}

/** The tiles of an email's previews, sorted by the kind of email client, then by name. */
export const listTiles = (emailClients: EmailClients, previews: readonly ApiPreview[]): Tile[] =>
  previews.map((preview) => tileOf(emailClients, preview)).sort(inGridOrder)

const inEnglish = new Intl.Collator('en', { numeric: true }).compare

const inGridOrder = (one: Tile, other: Tile): number =>
  emailClientKinds.indexOf(one.family) - emailClientKinds.indexOf(other.family) ||
  byName(one, other) ||
  inEnglish(one.key, other.key)

/** The order of email clients of one kind. */
const byName = (one: { name: string; platform: string }, other: { name: string; platform: string }): number =>
  inEnglish(one.name, other.name) || inEnglish(one.platform, other.platform)

/** Counts the tiles by the status of their preview, and all of them as `total`. */
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

export type FilterName = 'family' | 'dark' | 'images' | 'fidelity' | 'status'

/** A tile's value for each filter, which the grid's script compares as data attributes. */
export const filterValues = ({ family, isDark, fidelity, preview }: Tile): Record<FilterName, string> => ({
  family,
  dark: isDark ? '1' : '',
  images: preview.images,
  fidelity,
  status: preview.status,
})
