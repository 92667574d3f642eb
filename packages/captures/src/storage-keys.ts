import type { PictureSize } from './picture-sizes'

/** All sizes of one picture; `imageToken` is the row's. */
export const capturePrefix = (imageToken: string): string => `captures/${imageToken}/`

/** The image service answers under the same path. */
export const pictureKey = (imageToken: string, size: PictureSize): string =>
  `${capturePrefix(imageToken)}${size}.png`

/**
 * What differs between two pictures: the image service answers there, and nothing is stored. `baseId` is the row's id,
 * which only the owner is given: who knows the pictures' addresses can have none compared.
 */
export const differenceKey = (headToken: string, baseId: string, form: 'json' | 'png'): string =>
  `${capturePrefix(headToken)}from/${baseId}.${form}`
