import { claimedSizes } from './claimed-sizes'

/** Beyond these limits, a decoder needs hundreds of megabytes for one picture. */
const maxPixels = 50_000_000
const maxSidePixels = 32_767

/** Images by the WHATWG MIME Sniffing standard, fonts by their formats. */
const signatures: readonly { type: string; at: number; bytes: Buffer }[] = [
  { type: 'image/png', at: 0, bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { type: 'image/jpeg', at: 0, bytes: Buffer.from('\xff\xd8\xff', 'latin1') },
  { type: 'image/gif', at: 0, bytes: Buffer.from('GIF87a') },
  { type: 'image/gif', at: 0, bytes: Buffer.from('GIF89a') },
  { type: 'image/webp', at: 8, bytes: Buffer.from('WEBPVP') },
  { type: 'image/avif', at: 4, bytes: Buffer.from('ftypavif') },
  { type: 'image/avif', at: 4, bytes: Buffer.from('ftypavis') },
  { type: 'image/bmp', at: 0, bytes: Buffer.from('BM') },
  { type: 'image/x-icon', at: 0, bytes: Buffer.from([0, 0, 1, 0]) },
  { type: 'image/x-icon', at: 0, bytes: Buffer.from([0, 0, 2, 0]) },
  { type: 'font/woff2', at: 0, bytes: Buffer.from('wOF2') },
  { type: 'font/woff', at: 0, bytes: Buffer.from('wOFF') },
  { type: 'font/otf', at: 0, bytes: Buffer.from('OTTO') },
  { type: 'font/ttf', at: 0, bytes: Buffer.from([0, 1, 0, 0]) },
  { type: 'font/ttf', at: 0, bytes: Buffer.from('true') },
  { type: 'font/collection', at: 0, bytes: Buffer.from('ttcf') },
]

/**
 * The content type to store, by the bytes; style sheets, with their charset, and SVG must be declared, as browsers
 * demand. Null for what an email cannot show.
 */
export function assetType(body: Buffer, declaredType: string): string | null {
  const signature = signatures.find(({ at, bytes }) => body.subarray(at, at + bytes.length).equals(bytes))
  // BMP's signature is the two letters `BM`, with which a text may begin.
  if (signature && (signature.type !== 'image/bmp' || !declaredType.startsWith('text/')))
    return signature.type
  const [essence = ''] = declaredType.toLowerCase().split(';')
  if (essence.trim() === 'text/css') return declaredType
  const beginning = body.subarray(0, 4_096).toString('latin1')
  return essence === 'image/svg+xml' && /<(?:\w+:)?svg[\s/>]/i.test(beginning) ? 'image/svg+xml' : null
}

export const isRaster = (contentType: string): boolean =>
  contentType.startsWith('image/') && contentType !== 'image/svg+xml'

/** Pixels, by the header of an image for which `hasDrawableSize` holds. */
export function rasterSize(body: Buffer): { width: number; height: number } | null {
  const [size] = claimedSizes(body)
  return size && size.width > 0 && size.height > 0 ? { width: size.width, height: size.height } : null
}

/** Whether the header is readable and a browser may be asked to decode such a size. */
export function hasDrawableSize(body: Buffer): boolean {
  try {
    return claimedSizes(body).every(
      ({ width, height }) => Math.max(width, height) <= maxSidePixels && width * height <= maxPixels,
    )
  } catch {
    return false
  }
}
