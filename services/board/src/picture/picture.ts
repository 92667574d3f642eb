import type { ApiChange, ApiChecks, ApiEmail, ApiEmailClient, ApiPreview } from '../api/schema'
import type { PreviewAddress } from '../email/email-paths'
import type { EmailClients, Tile } from '../email/tiles'

/** `fit`: at most as wide as there is room. The others are per cent of the size in the email client. */
export const zooms = ['fit', '100', '150'] as const
type Zoom = (typeof zooms)[number]

export interface PicturePage {
  email: ApiEmail
  address: PreviewAddress
  emailClient: ApiEmailClient
  /** Null for a preview that was never asked for. */
  preview: ApiPreview | null
  /** Keys of all previews that were asked for. */
  asked: ReadonlySet<string>
  zoom: Zoom
  /** The query of the grid from which the page was opened. */
  grid: string
  /** The tiles of that grid; `index` is -1 when none of this email client is among them. */
  shown: readonly Tile[]
  index: number
  otherTheme: { client: string; isDark: boolean } | null
  /** Null once the content is erased, and when `areChangesLate`. */
  changes: readonly ApiChange[] | null
  /** The API had no time to work out the changes. */
  areChangesLate: boolean
  /** What checks find in this email client; null once the content is erased, and when the API had no time. */
  checks: ApiChecks | null
  emailClients: EmailClients
  /** Null once it is erased, and for an email without HTML. */
  html: string | null
  now: Date
}
