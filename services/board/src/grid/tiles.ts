import type { ApiEmailClient, ApiPreview } from '../api/schema'
import { previewKey } from './shown-preview'

/** The kinds of email clients, in the order in which a grid shows them. */
export const families = ['desktop', 'web', 'mobile', 'text'] as const
/** See `families`. */
export type Family = (typeof families)[number]

/** One preview as the pages show it: what the API lists, and what is known of its email client. */
export interface Tile {
  /** See `previewKey`. */
  key: string
  preview: ApiPreview
  name: string
  platform: string
  family: Family
  isDark: boolean
  fidelity: ApiEmailClient['fidelity']
  /** Device pixels of the picture for each CSS pixel. */
  pixelRatio: number
}

/** Email clients by code, as the API lists them. */
export type EmailClients = Readonly<Record<string, ApiEmailClient>>

/** The kind of an email client, by its group in the API. Those that show plain text are a kind of their own. */
function familyOf({ group, engine }: Pick<ApiEmailClient, 'group' | 'engine'>): Family {
  if (engine === 'text') return 'text'
  if (group === 'Web-based') return 'web'
  return group === 'Mobile/Tablet' ? 'mobile' : 'desktop'
}

/** Whether this is an email client in its dark theme. Only its name says so. */
const isDarkClient = ({ name }: Pick<ApiEmailClient, 'name'>): boolean => /\bDark\b/.test(name)

/**
 * The same email client in its other theme: its code, and whether that theme is the dark one; null when there is none.
 */
export function otherThemeOf(
  emailClients: EmailClients,
  code: string,
): { client: string; isDark: boolean } | null {
  const own = emailClients[code]
  if (!own) return null
  const isDark = isDarkClient(own)
  const client = isDark ? code.replace(/DARK$/, '') : `${code}DARK`
  return client !== code && emailClients[client] ? { client, isDark: !isDark } : null
}

/** A preview with what is known of its email client. One that is no longer in the catalogue is shown by its code. */
function tileOf(emailClients: EmailClients, preview: ApiPreview): Tile {
  const emailClient = emailClients[preview.client]
  return {
    key: previewKey(preview),
    preview,
    name: emailClient?.name ?? preview.client,
    platform: emailClient?.platform ?? '',
    family: emailClient ? familyOf(emailClient) : 'desktop',
    isDark: emailClient !== undefined && isDarkClient(emailClient),
    fidelity: emailClient?.fidelity ?? 'emulated',
    pixelRatio: emailClient?.pixel_ratio ?? 1,
  }
}

/** The tiles of an email's previews, sorted by the kind of email client, then by name. */
export const listTiles = (emailClients: EmailClients, previews: readonly ApiPreview[]): Tile[] =>
  previews.map((preview) => tileOf(emailClients, preview)).sort(inGridOrder)

const inEnglish = new Intl.Collator('en', { numeric: true }).compare

const inGridOrder = (one: Tile, other: Tile): number =>
  families.indexOf(one.family) - families.indexOf(other.family) ||
  byName(one, other) ||
  inEnglish(one.key, other.key)

/** The order of email clients of one kind. */
const byName = (one: { name: string; platform: string }, other: { name: string; platform: string }): number =>
  inEnglish(one.name, other.name) || inEnglish(one.platform, other.platform)
