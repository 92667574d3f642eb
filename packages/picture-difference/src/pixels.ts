import sharp from 'sharp'

/** Rows of RGBA pixels, one number a pixel. */
export interface Pixels {
  width: number
  height: number
  rows(top: number, count: number): Promise<Uint32Array>
}

/** Of one picture; a larger one is not decoded. */
export const maxPixels = 24_000_000
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A compromised worker could store other formats, such as SVG; libvips chooses its decoder by these bytes. */
export const isPng = (picture: Buffer): boolean =>
  picture.subarray(0, pngSignature.length).equals(pngSignature)

export class PictureTooLargeError extends Error {
  override name = 'PictureTooLargeError'
}

/** Rejects with a `PictureTooLargeError`, or when it is not a PNG that can be decoded. */
export async function openPng(png: Buffer): Promise<Pixels> {
  if (!isPng(png)) throw new Error('the picture is not compared because it is not a PNG')
  const { width, height } = await sharp(png, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels)
    throw new PictureTooLargeError(
      `the picture has ${width} × ${height} pixels, and ${maxPixels} are compared`,
    )
  // Once for all, with 4 bytes for each pixel: a PNG is read from its top, so that a part of it costs all above it, too.
  let decoding: Promise<Uint32Array> | undefined
  const decode = async (): Promise<Uint32Array> => {
    const { data } = await sharp(png, { sequentialRead: true, limitInputPixels: maxPixels })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // A buffer of sharp is its own memory, and so begins at a multiple of 4.
    return new Uint32Array(data.buffer, data.byteOffset, width * height)
  }
  return {
    width,
    height,
    rows: async (top, count) => (await (decoding ??= decode())).subarray(top * width, (top + count) * width),
  }
}

/** Looked at between two turns of the event loop. */
export const rowsAtOnce = 256
