import type { Descriptions, ImageDescription } from '../description'
import { markPng } from '../mark-png'

const file = (extension: string): ImageDescription => ({
  shows: 'image',
  url: `asset:mark.${extension}`,
  brokenUrl: `asset:missing.${extension}`,
})

/** Picture files; only what Chromium can draw itself shows in bare Chromium, and is judged. */
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
