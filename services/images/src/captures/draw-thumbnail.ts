import type { PictureSize } from '@pas/captures/picture-sizes'
import sharp from 'sharp'

/** A size that is made from `full`. */
export type ThumbnailSize = Exclude<PictureSize, 'full'>

/** No picture is larger either way (docs/contract.md §4); one that claims to be is not decoded. */
const maxSidePixels = 16_384
const white = '#ffffff'

/** Pixels wide; rows kept from the top; rows it has at least, white below. */
const shapes: Record<ThumbnailSize, { width: number; maxRows: number; minRows: number }> = {
  thumb: { width: 120, maxRows: 90, minRows: 90 },
  thumb450: { width: 450, maxRows: maxSidePixels, minRows: 1 },
}

// Parallelism is the caller's to bound, and no two thumbnails have a source in common.
sharp.concurrency(1)
sharp.cache(false)
/**
 * By it libvips chooses its reader of PNG. Whatever else a worker that was taken over stores is not for its other
 * readers, SVG's among them.
 */
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/**
 * The same PNG for the same `full` picture, byte for byte. Rejects when `full` is no PNG or over 16,384 pixels either
 * way.
 */
export async function drawThumbnail(full: Buffer, size: ThumbnailSize): Promise<Buffer> {
  const { width, maxRows, minRows } = shapes[size]
  if (!full.subarray(0, pngSignature.length).equals(pngSignature))
    throw new Error('a picture that is no PNG is not decoded')
  const source = sharp(full, { limitInputPixels: maxSidePixels * maxSidePixels, sequentialRead: true })
  const { width: fullWidth, height: fullHeight } = await source.metadata()
  if (Math.max(fullWidth, fullHeight) > maxSidePixels)
    throw new Error(`a picture of ${fullWidth} × ${fullHeight} pixels is not decoded`)
  const wantedRows = Math.max(1, Math.round((fullHeight * width) / fullWidth))
  const rows = Math.min(wantedRows, maxRows)
  // Only the part that is shown is decoded.
  const usedHeight = rows === wantedRows ? fullHeight : Math.ceil((rows * fullWidth) / width)
  return source
    .extract({ left: 0, top: 0, width: fullWidth, height: Math.min(usedHeight, fullHeight) })
    .resize({ width, height: rows, fit: 'fill' })
    .flatten({ background: white })
    .extend({ bottom: Math.max(0, minRows - rows), background: white })
    .png()
    .toBuffer()
}
