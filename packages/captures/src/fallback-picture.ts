import type { PictureSize } from './picture-sizes'

/**
 * Path below IMAGES_URL, without a leading slash, of the picture shown in place of a preview that cannot be shown. The
 * images service serves it and the api redirects to it.
 */
export const fallbackPicturePath = (size: PictureSize): string => `preview-unavailable/${size}.png`
