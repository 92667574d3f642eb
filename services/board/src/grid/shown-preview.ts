/*
 * What the server's pages and the pages' scripts must do in the same way. The build bundles this file for browsers, so
 * nothing here may need Node.
 */

/** A preview of an email: the email client's code, and its options. */
interface Address {
  client: string
  orientation: 'vertical' | 'horizontal'
  images: 'allowed' | 'blocked'
}

/**
 * A preview's name within its email: the code of its email client, and the options that are not the default, as in
 * `IPADA16.horizontal.blocked`. It is the id of a tile's link, and names a preview in queries and forms.
 */
export const previewKey = ({ client, orientation, images }: Address): string =>
  client + (orientation === 'horizontal' ? '.horizontal' : '') + (images === 'blocked' ? '.blocked' : '')

/** A captured preview, as the API gives it; `width` and `height` are those of the full picture, in device pixels. */
interface Captured {
  thumb450_url: string
  width: number
  height: number
}

/**
 * The attributes of the `<img>` in a tile. In the view "Full length", the whole picture and its size in CSS pixels;
 * otherwise only the top of the picture, which is all that shows, and has a fraction of the bytes.
 */
export const pictureInTile = (
  { thumb450_url: url, width, height }: Captured,
  isFull: boolean,
): { src: string; width?: number; height?: number } =>
  isFull
    ? { src: url, width: 450, height: Math.max(1, Math.round((450 * height) / width)) }
    : { src: new URL('top450.png', url).href }
