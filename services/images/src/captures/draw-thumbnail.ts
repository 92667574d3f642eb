import type { PictureSize } from '@pas/captures/picture-sizes'
import sharp from 'sharp'

export type ThumbnailSize = Exclude<PictureSize, 'full'>

/** Maximum width and height of a picture (docs/contract.md §4.10). A larger one is not decoded. */
const maxSidePixels = 16_384
const white = '#ffffff'

/** Width in pixels; maximum rows, of which the top is kept; minimum rows, filled with white below. */
const shapes: Record<ThumbnailSize, { width: number; maxRows: number; minRows: number }> = {
  thumb: { width: 120, maxRows: 90, minRows: 90 },
  thumb450: { width: 450, maxRows: maxSidePixels, minRows: 1 },
  top450: { width: 450, maxRows: 675, minRows: 1 },
}

// One thread per thumbnail, because the caller limits how many are drawn at once. No cache, because few are made of
// the same source.
sharp.concurrency(1)
sharp.cache(false)
/**
 * The first bytes of a PNG, by which libvips chooses its decoder. A compromised worker could store other formats;
 * libvips's other decoders, such as SVG's, must not get them.
 */
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/**
 * Makes a small picture, as a PNG. The same `full` picture gives the same bytes. Rejects when `full` is not a PNG, or
 * wider or higher than 16,384 pixels.
 */
export async function drawThumbnail(full: Buffer, size: ThumbnailSize): Promise<Buffer> {
  const { width, maxRows, minRows } = shapes[size]
  if (!full.subarray(0, pngSignature.length).equals(pngSignature))
    throw new Error('the picture is not decoded because it is not a PNG')
  const source = sharp(full, { limitInputPixels: maxSidePixels * maxSidePixels, sequentialRead: true })
  const { width: fullWidth, height: fullHeight } = await source.metadata()
  if (Math.max(fullWidth, fullHeight) > maxSidePixels)
    throw new Error(`the picture is not decoded because it is too large: ${fullWidth} × ${fullHeight} pixels`)
  const wantedRows = Math.max(1, Math.round((fullHeight * width) / fullWidth))
  const rows = Math.min(wantedRows, maxRows)
  // Decodes only the rows that the small picture shows.
  const usedHeight = rows === wantedRows ? fullHeight : Math.ceil((rows * fullWidth) / width)
  return source
    .extract({ left: 0, top: 0, width: fullWidth, height: Math.min(usedHeight, fullHeight) })
    .resize({ width, height: rows, fit: 'fill' })
    .flatten({ background: white })
    .extend({ bottom: Math.max(0, minRows - rows), background: white })
    .png()
    .toBuffer()
}
