import type { Descriptions, ImageDescription } from '../description'
import { markPng } from '../mark-png'

const file = (extension: string): ImageDescription => ({
  shows: 'image',
  url: `asset:mark.${extension}`,
  brokenUrl: `asset:missing.${extension}`,
})

/** Only formats that the engine itself draws are judged (`findVisibleFeatures`). */
export const imageFeatures: Descriptions = {
  'image-avif': file('avif'),
  'image-base64': {
    shows: 'image',
    url: `data:image/png;base64,${markPng.toString('base64')}`,
    brokenUrl: `data:image/png;base64,${Buffer.from('none').toString('base64')}`,
  },
  'image-bmp': file('bmp'),
  'image-gif': file('gif'),
  'image-ico': file('ico'),
  'image-jpg': file('jpg'),
  'image-png': file('png'),
  'image-svg': file('svg'),
  'image-webp': file('webp'),
}
