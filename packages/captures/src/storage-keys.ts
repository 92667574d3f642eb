import type { PictureSize } from './picture-sizes'

/** Everything of one email lies below this prefix; erasing the email is deleting the prefix. */
export const emailPrefix = (emailGuid: string): string => `emails/${emailGuid}/`

export const frozenEmailKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}email.json`

export const frozenAssetsKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}assets.json`

export const unfetchedAssetsKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}unfetched.json`

/** An email's assets lie together in few objects, by number. */
export const assetPackKey = (emailGuid: string, pack: number): string =>
  `${emailPrefix(emailGuid)}assets-${pack}`

/** Everything of one preview's picture lies below this prefix, under the row's image token. */
export const capturePrefix = (imageToken: string): string => `captures/${imageToken}/`

/** One size of a picture. The image service answers under the same path. */
export const pictureKey = (imageToken: string, size: PictureSize): string =>
  `${capturePrefix(imageToken)}${size}.png`
