import sharp from 'sharp'
import type { Asset } from '../fidelity/assets'

/**
 * Stands for every picture, as no template's host is asked. Each corner has another colour, so that a crop, a
 * repetition or another size is seen.
 */
export async function pictureAsset(): Promise<Asset> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240">
    <defs><linearGradient id="g"><stop stop-color="#c30"/><stop offset="1" stop-color="#37c"/></linearGradient></defs>
    <rect width="480" height="240" fill="url(#g)"/><rect width="240" height="120" fill="#fc0"/>
    <circle cx="360" cy="180" r="50" fill="#fff"/></svg>`
  return {
    name: 'picture.png',
    contentType: 'image/png',
    body: await sharp(Buffer.from(svg)).png().toBuffer(),
  }
}
