import type { PictureSize } from './picture-sizes'

/** All sizes of one picture; `imageToken` is the row's. */
export const capturePrefix = (imageToken: string): string => `captures/${imageToken}/`

/** The image service answers under the same path. */
export const pictureKey = (imageToken: string, size: PictureSize): string =>
  `${capturePrefix(imageToken)}${size}.png`
