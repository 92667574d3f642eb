import type { PictureSize } from '@pas/captures/picture-sizes'
import { isPng } from '@pas/picture-difference/pixels'
import sharp from 'sharp'

export type ThumbnailSize = Exclude<PictureSize, 'full'>

/** Maximum width and height (docs/contract.md §4.10). A larger picture is not decoded. */
const maxSidePixels = 16_384
const white = '#ffffff'

/** Pixels. A picture with fewer rows than `minRows` is filled with white. */
const shapes: Record<ThumbnailSize, { width: number; maxRows: number; minRows: number }> = {
  thumb: { width: 120, maxRows: 90, minRows: 90 },
  thumb450: { width: 450, maxRows: maxSidePixels, minRows: 1 },
  top450: { width: 450, maxRows: 675, minRows: 1 },
}

// The caller limits how many are drawn at once. No cache, because few are made of the same source.
sharp.concurrency(1)
sharp.cache(false)

/** The same `full` gives the same bytes. Rejects when it is not a PNG, or has a side over 16,384 pixels. */
export async function drawThumbnail(full: Buffer, size: ThumbnailSize): Promise<Buffer> {
  const { width, maxRows, minRows } = shapes[size]
  if (!isPng(full)) throw new Error('the picture is not decoded because it is not a PNG')
  const source = sharp(full, { limitInputPixels: maxSidePixels * maxSidePixels, sequentialRead: true })
  const { width: fullWidth, height: fullHeight } = await source.metadata()
  if (Math.max(fullWidth, fullHeight) > maxSidePixels)
    throw new Error(`the picture is not decoded because it is too large: ${fullWidth} × ${fullHeight} pixels`)
  const wantedRows = Math.max(1, Math.round((fullHeight * width) / fullWidth))
  const rows = Math.min(wantedRows, maxRows)
  // Reads only the rows that the small picture shows.
  const usedHeight = rows === wantedRows ? fullHeight : Math.ceil((rows * fullWidth) / width)
  return source
    .extract({ left: 0, top: 0, width: fullWidth, height: Math.min(usedHeight, fullHeight) })
    .resize({ width, height: rows, fit: 'fill' })
    .flatten({ background: white })
    .extend({ bottom: Math.max(0, minRows - rows), background: white })
    .png()
    .toBuffer()
}
