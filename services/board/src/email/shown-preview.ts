import type { previewBody, requestedConfigurationsBody } from '@pas/api-contract/previews'
import type { z } from 'zod'

/*
 * What the server's pages and their scripts must do in the same way. The build bundles this file for browsers, so
 * nothing here may need Node.
 */

type Address = z.output<typeof requestedConfigurationsBody>[number]

/**
 * The code and the options that are not the default: `IPADA16.horizontal.blocked`. Queries, forms and the ids of tiles'
 * links use it.
 */
export const previewKey = ({ client, orientation, images }: Address): string =>
  client + (orientation === 'horizontal' ? '.horizontal' : '') + (images === 'blocked' ? '.blocked' : '')

/** `width` and `height` are the full picture's, in device pixels. */
type Captured = Pick<z.output<typeof previewBody>, 'thumb450_url' | 'width' | 'height'>

/** CSS pixels of the widest window, Word's pane, which fills a tile. */
const windowWidth = 1_332
/** CSS pixels of the widest phone held upright, which fills a tile: in the scale of windows it would be unreadable. */
export const phoneWidth = 440

export const isPhoneWide = (cssWidth: number): boolean => cssWidth <= phoneWidth

/** A value for `<img width>`, because our pages allow no style attribute. */
export const inPercent = (share: number): string => `${Math.round(share * 10_000) / 100}%`

/** Width in pixels of the pictures `thumb450` and `top450`. */
const smallWidth = 450
/** Height in pixels of the picture `top450`. */
const topRows = 675
/** A share of the tile's width; as in board.css. */
const tileHeight = 5 / 6
/** CSS pixels, in the view "Full length"; as in board.css. */
const fullTileWidth = 360

/**
 * Windows share one scale and phones held upright another, so that an email has one size in each. Only "Full length"
 * loads the whole picture.
 */
export function pictureInTile(
  { thumb450_url: url, width, height }: Captured,
  pixelRatio: number,
  isFull: boolean,
): { src: string; width: number | string; height?: number } {
  const cssWidth = width / pixelRatio
  const share = Math.min(1, cssWidth / (isPhoneWide(cssWidth) ? phoneWidth : windowWidth))
  if (isFull) {
    const shownWidth = Math.max(1, Math.round(fullTileWidth * share))
    return { src: url, width: shownWidth, height: Math.max(1, Math.round((shownWidth * height) / width)) }
  }
  // The rows of the small picture that the tile shows: all, or as many as it has room for.
  const shownRows = Math.min((smallWidth * height) / width, (smallWidth * tileHeight) / share)
  return {
    src: shownRows <= topRows ? url.replace('thumb450.png', 'top450.png') : url,
    width: inPercent(share),
  }
}

/** The earlier version's picture of the same configuration. */
export interface PictureBefore {
  sha256: string
  drawnBy: string
}

export type Verdict = 'equal' | 'different' | 'not_comparable'

/** As the API's `comparison`: pictures that other programs drew may differ without the email. */
export function verdictOf(
  { picture_sha256: sha256, drawn_by: drawnBy }: { picture_sha256?: string | undefined; drawn_by: string },
  before: PictureBefore,
): Verdict {
  if (sha256 === before.sha256) return 'equal'
  return drawnBy === before.drawnBy ? 'different' : 'not_comparable'
}

/** Replaces each `{name}` by its value. */
export const fill = (pattern: string | undefined, values: Readonly<Record<string, number>>): string =>
  (pattern ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
