import sharp from 'sharp'

/** Rows of RGBA pixels, one number a pixel. */
export interface Pixels {
  width: number
  height: number
  /** What it returns is valid until the next call. */
  rows(top: number, count: number): Promise<Uint32Array>
}

/** Of one picture; a larger one is not decoded. */
export const maxPixels = 24_000_000
/** Decoded at once: 24 MB. A picture of an ordinary email is one band, and so decoded once. */
const bandPixels = 6_000_000
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
  const rowsOfBand = Math.min(height, Math.max(1, Math.floor(bandPixels / width)))
  let band: { top: number; count: number; pixels: Uint32Array } = {
    top: 0,
    count: 0,
    pixels: new Uint32Array(0),
  }

  async function decode(top: number, count: number): Promise<Uint32Array> {
    const { data } = await sharp(png, { sequentialRead: true, limitInputPixels: maxPixels })
      .extract({ left: 0, top, width, height: count })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // A buffer of sharp is its own memory, and so begins at a multiple of 4.
    return new Uint32Array(data.buffer, data.byteOffset, count * width)
  }

  return {
    width,
    height,
    rows: async (top, count) => {
      if (top < band.top || top + count > band.top + band.count) {
        const wanted = Math.min(Math.max(count, rowsOfBand), height - top)
        band = { top, count: wanted, pixels: await decode(top, wanted) }
      }
      const from = (top - band.top) * width
      return band.pixels.subarray(from, from + count * width)
    },
  }
}

/** Few, so that a band which was decoded for rows before serves these too. */
export const rowsAtOnce = 256
