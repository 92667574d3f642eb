import sharp from 'sharp'

/** The pixels of an opaque picture: red, green and blue, one byte each, row by row. */
export interface PicturePixels {
  bytes: Uint8Array
  width: number
  height: number
}

/** Decodes a PNG, in a thread of sharp's. */
export async function picturePixels(png: Buffer): Promise<PicturePixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
