import type { ApiEmail, ApiPreview } from '../api/schema'
import { isPhoneWide, phoneWidth } from '../email/shown-preview'
import type { Tile } from '../email/tiles'
import type { CompareMode } from './compare-texts'

export const maxPanes = 4

/** `email` is the one in the page's address. */
export interface ComparePage {
  email: ApiEmail
  panes: readonly Pane[]
  /** Null when none was chosen: board.css then shows them side by side, or a slider where that is too narrow. */
  mode: CompareMode | null
  /** Of two versions of an email in one email client; null for other pictures, or when nothing can be told. */
  comparison: Comparison | null
  /** Pictures that can be added. */
  others: readonly Tile[]
  now: Date
}

export type Comparison = NonNullable<ApiPreview['comparison']>

export interface Pane {
  /** A `previewKey` of this email, or `guid:key` of another, as in the query. */
  id: string
  email: ApiEmail
  tile: Tile
}

export const isDrawn = (pane: Pane | undefined): pane is Pane => pane?.tile.preview.status === 'captured'

export const isCut = ({ tile: { preview } }: Pane): boolean =>
  preview.status === 'captured' && preview.truncated

/** CSS pixels; 0 when not drawn. */
export const cssWidthOf = ({ tile: { preview, pixelRatio } }: Pane): number =>
  preview.status === 'captured' ? preview.width / pixelRatio : 0

/** The scale of all pictures: the CSS pixels that fill the width, and the class in board.css. */
export interface Scale {
  width: number
  className: '' | 'phones'
}

export function scaleOf(panes: readonly Pane[]): Scale {
  const widest = Math.max(...panes.map(cssWidthOf))
  return isPhoneWide(widest) ? { width: phoneWidth, className: 'phones' } : { width: widest, className: '' }
}

export const nameOf = ({ tile: { name, platform } }: Pane): string =>
  platform === '' ? name : `${name} · ${platform}`
