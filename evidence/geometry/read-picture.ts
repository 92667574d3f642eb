import sharp from 'sharp'

/** Scaled to CSS pixels. */
export interface Pixels {
  width: number
  height: number
  /** Red, green and blue, row by row. */
  rgb: Buffer
}

export interface ReadPictureOptions {
  /** Device pixels per CSS pixel, by which it is scaled down; 1 by default. */
  deviceScaleFactor?: number
  /** CSS pixels. A right or bottom of 0 or less counts from the picture's edge. All of it by default. */
  pane?: readonly [left: number, top: number, right: number, bottom: number]
}

/** PNG, JPEG or GIF, as a file or as bytes, on white. Throws when the pane is outside of the picture. */
export async function readPicture(
  input: string | Buffer,
  { deviceScaleFactor = 1, pane = [0, 0, 0, 0] }: ReadPictureOptions = {},
): Promise<Pixels> {
  const open = () => sharp(input, { limitInputPixels: false })
  const metadata = await open().metadata()
  const width = Math.round(metadata.width / deviceScaleFactor)
  const height = Math.round(metadata.height / deviceScaleFactor)
  let flat = open().flatten({ background: '#ffffff' }).removeAlpha().toColourspace('srgb')
  if (deviceScaleFactor !== 1) flat = flat.resize(width, height, { fit: 'fill', kernel: 'lanczos2' })
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true })
  const [left, top] = pane
  const right = farSide(pane[2], width)
  const bottom = farSide(pane[3], height)
  if (right <= left || bottom <= top)
    throw new Error(
      `The pane ${pane.join(',')} is outside of the picture, which has ${width} x ${height} CSS pixels`,
    )
  const rgb = Buffer.alloc((right - left) * (bottom - top) * 3)
  let at = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const from = (y * width + x) * info.channels
      for (let channel = 0; channel < 3; channel++) {
        rgb[at++] = data[from + (info.channels < 3 ? 0 : channel)] ?? 0
      }
    }
  }
  return { width: right - left, height: bottom - top, rgb }
}

const farSide = (side: number, length: number): number =>
  Math.min(length, Math.max(0, side <= 0 ? length + side : side))
