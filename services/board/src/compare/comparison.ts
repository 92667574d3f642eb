import type { ApiEmail } from '../api/schema'
import { isPhoneWide, phoneWidth } from '../email/shown-preview'
import type { Tile } from '../email/tiles'
import type { CompareMode } from './compare-texts'

/** The most pictures that are compared at once. */
export const maxPanes = 4

/** What the page that compares pictures shows. `email` is the one whose address the page has. */
export interface ComparePage {
  email: ApiEmail
  panes: readonly Pane[]
  /** Null when none was chosen: the style sheet then shows side by side, or a slider where that is too narrow. */
  mode: CompareMode | null
  /** This email's pictures that can be added. */
  others: readonly Tile[]
  now: Date
}

export interface Pane {
  /** As `with` in the query: the key of a preview of this email (`previewKey`), or `guid:key` for another's. */
  id: string
  email: ApiEmail
  tile: Tile
}

export const isDrawn = (pane: Pane | undefined): pane is Pane => pane?.tile.preview.status === 'captured'

export const isCut = ({ tile: { preview } }: Pane): boolean =>
  preview.status === 'captured' && preview.truncated

/** The width of a picture in CSS pixels; 0 for one that is not drawn. */
export const cssWidthOf = ({ tile: { preview, pixelRatio } }: Pane): number =>
  preview.status === 'captured' ? preview.width / pixelRatio : 0

/** The width in CSS pixels in whose scale all pictures are shown, and its class in the style sheet. */
export interface Place {
  width: number
  className: '' | 'phones'
}

/** The place in which the widest picture fits, so that all pictures have one scale. */
export function placeOf(panes: readonly Pane[]): Place {
  const widest = Math.max(...panes.map(cssWidthOf))
  return isPhoneWide(widest) ? { width: phoneWidth, className: 'phones' } : { width: widest, className: '' }
}

/** The email client and where it runs. */
export const nameOf = ({ tile: { name, platform } }: Pane): string =>
  platform === '' ? name : `${name} · ${platform}`
