import sharp from 'sharp'

/** Opaque, with red, green and blue in one byte each, row by row. */
export interface PicturePixels {
  bytes: Uint8Array
  width: number
  height: number
}

export async function picturePixels(png: Uint8Array): Promise<PicturePixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
