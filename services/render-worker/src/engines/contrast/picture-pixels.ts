import sharp from 'sharp'

/** Opaque: red, green, blue, one byte each, row by row. */
export interface PicturePixels {
  bytes: Uint8Array
  width: number
  height: number
}

/** In a thread of sharp's. */
export async function picturePixels(png: Buffer): Promise<PicturePixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
