import type { previewBody, requestedConfigurationsBody } from '@pas/api-contract/previews'
import type { z } from 'zod'

/*
 * What the server's pages and the pages' scripts must do in the same way. The build bundles this file for browsers, so
 * nothing here may need Node.
 */

/** A preview of an email: the email client's code, and its options. */
type Address = z.output<typeof requestedConfigurationsBody>[number]

/**
 * A preview's name within its email: the code of its email client, and the options that are not the default, as in
 * `IPADA16.horizontal.blocked`. It is the id of a tile's link, and names a preview in queries and forms.
 */
export const previewKey = ({ client, orientation, images }: Address): string =>
  client + (orientation === 'horizontal' ? '.horizontal' : '') + (images === 'blocked' ? '.blocked' : '')

/** A captured preview, as the API gives it; `width` and `height` are those of the full picture, in device pixels. */
type Captured = Pick<z.output<typeof previewBody>, 'thumb450_url' | 'width' | 'height'>

/** The widest window of an email client, Word's pane, in CSS pixels: as wide as a tile. */
const windowWidth = 1_332
/** The widest phone held upright, in CSS pixels: as wide as a tile, as windows' scale would be unreadable. */
export const phoneWidth = 440

/** Whether a picture of this width in CSS pixels is that of a phone held upright. */
export const isPhoneWide = (cssWidth: number): boolean => cssWidth <= phoneWidth

/** An `<img width>` in per cent. Our pages allow no style attribute. */
export const inPercent = (share: number): string => `${Math.round(share * 10_000) / 100}%`

/**
 * About the share of a tile's width that `pictureInTile` will give a picture that is not drawn yet, so that its size is
 * not known: as for a phone of 396 and a window of 932 CSS pixels.
 */
export const usualShare = (family: string, { orientation }: Pick<Address, 'orientation'>): number =>
  family === 'mobile' && orientation === 'vertical' ? 0.9 : 0.7

/** Rows of the picture `top450`, which is 450 pixels wide. */
const topRows = 675
/** Height of a tile's place for its picture, as a share of its width; as in board.css. */
const tileHeight = 5 / 6
/** Width of a tile in the view "Full length", in CSS pixels; as in board.css. */
const fullTileWidth = 360

/**
 * The attributes of the `<img>` in a tile. All pictures of computers and tablets are shown in one scale, in which the
 * widest window fills the tile, and all of phones held upright in another; so the same email has the same size in all
 * of either. In the view "Full length", the whole picture; otherwise only its top, which is all that shows, and has a
 * fraction of the bytes.
 */
export function pictureInTile(
  { thumb450_url: url, width, height }: Captured,
  pixelRatio: number,
  isFull: boolean,
): { src: string; width: number | string; height?: number } {
  const cssWidth = width / pixelRatio
  const share = Math.min(1, cssWidth / (isPhoneWide(cssWidth) ? phoneWidth : windowWidth))
  if (isFull) {
    const shown = Math.max(1, Math.round(fullTileWidth * share))
    return { src: url, width: shown, height: Math.max(1, Math.round((shown * height) / width)) }
  }
  const shownRows = Math.min((450 * height) / width, (450 * tileHeight) / share)
  return { src: shownRows <= topRows ? new URL('top450.png', url).href : url, width: inPercent(share) }
}

/** Replaces each `{name}` in a text of the page by the value of that name. */
export const fill = (pattern: string | undefined, values: Readonly<Record<string, number>>): string =>
  (pattern ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
