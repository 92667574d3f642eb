/**
 * What a page made by the server and the page's script must agree on. The script is bundled for browsers: nothing here
 * may need Node.
 */

/** A preview of an email: the email client's code, and its options. */
interface Address {
  client: string
  orientation: 'vertical' | 'horizontal'
  images: 'allowed' | 'blocked'
}

/**
 * A preview's name within its email: its code, and the options that are not the default, as in
 * `IPADA16.horizontal.blocked`. Names a tile, a pane and a value of a form.
 */
export const previewKey = ({ client, orientation, images }: Address): string =>
  client + (orientation === 'horizontal' ? '.horizontal' : '') + (images === 'blocked' ? '.blocked' : '')

/** The small pictures of a captured preview, as the API gives it; `width` and `height` are the full one's. */
interface Captured {
  thumb450_url: string
  width: number
  height: number
}

/**
 * The picture in a tile: of a full tile the whole, with the size in CSS pixels that it takes; of any other the top,
 * which is all that shows, and has a fraction of the bytes.
 */
export const pictureInTile = (
  { thumb450_url: url, width, height }: Captured,
  isFull: boolean,
): { src: string; width?: number; height?: number } =>
  isFull
    ? { src: url, width: 450, height: Math.max(1, Math.round((450 * height) / width)) }
    : { src: new URL('top450.png', url).href }
