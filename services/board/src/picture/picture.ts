import type { ApiChange, ApiEmail, ApiEmailClient, ApiPreview } from '../api/schema'
import type { PreviewAddress } from '../email/email-paths'
import type { Tile } from '../email/tiles'

/** How large the picture is shown: at most as wide as there is room, or in per cent of its size in the email client. */
export const zooms = ['fit', '100', '150'] as const
type Zoom = (typeof zooms)[number]

export interface PicturePage {
  email: ApiEmail
  address: PreviewAddress
  emailClient: ApiEmailClient
  /** Null for a preview that was never asked for. */
  preview: ApiPreview | null
  /** The keys of all previews that were asked for. */
  asked: ReadonlySet<string>
  zoom: Zoom
  /** The query of the grid that the page was opened from. */
  grid: string
  /** The tiles of that grid, among which this one is at `index`; -1 when it is not shown there. */
  shown: readonly Tile[]
  index: number
  otherTheme: { client: string; isDark: boolean } | null
  /** Null once the content of the email is erased. */
  changes: readonly ApiChange[] | null
  /** Whether the API had no time to work out the changes; then `changes` is null, too. */
  areChangesLate: boolean
  /** The email's HTML as it was sent; null once it is erased, and for an email without HTML. */
  html: string | null
  /** The API's address that answers once the picture is there. */
  blockingUrl: string
  now: Date
}
