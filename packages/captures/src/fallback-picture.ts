import type { PictureSize } from './picture-sizes'

/**
 * Path on IMAGES_URL, without a leading slash, of the picture that stands in for a preview there is none of; images serves it and api
 * redirects to it.
 */
export const fallbackPicturePath = (size: PictureSize): string => `preview-unavailable/${size}.png`
