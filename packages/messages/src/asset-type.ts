import { claimedSizes } from './claimed-sizes'

/** Beyond these a decoder needs hundreds of megabytes for one picture. */
const maxPixels = 50_000_000
const maxSidePixels = 32_767

/** What the first bytes say, by offset; images as the WHATWG MIME Sniffing standard has them, fonts by their own formats. */
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
 * The type an asset is kept under, from its bytes: a raster image, a font. Style sheets and SVG have no signature: they must
 * be declared so, as browsers demand too; a style sheet keeps its charset parameter. Null: nothing that an email shows.
 */
export function assetType(body: Buffer, declaredType: string): string | null {
  const signature = signatures.find(({ at, bytes }) => body.subarray(at, at + bytes.length).equals(bytes))
  // Two letters prove little: text may begin with them.
  if (signature && (signature.type !== 'image/bmp' || !declaredType.startsWith('text/')))
    return signature.type
  const [essence = ''] = declaredType.toLowerCase().split(';')
  if (essence.trim() === 'text/css') return declaredType
  const beginning = body.subarray(0, 4_096).toString('latin1')
  return essence === 'image/svg+xml' && /<(?:\w+:)?svg[\s/>]/i.test(beginning) ? 'image/svg+xml' : null
}

/** Whether a raster image's header can be read and claims dimensions that a browser can be asked to decode. */
export function hasDrawableSize(body: Buffer): boolean {
  try {
    return claimedSizes(body).every(
      ({ width, height }) => Math.max(width, height) <= maxSidePixels && width * height <= maxPixels,
    )
  } catch {
    return false
  }
}
