import type { PictureSize } from './picture-sizes'

export const fallbackPicturePath = (size: PictureSize): string => `preview-unavailable/${size}.png`
