import sharp from 'sharp'

/** x, y. */
export type Point = readonly [number, number]
/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

export interface Picture {
  width: number
  height: number
  /** Red, green, blue and alpha, row by row. */
  data: Uint8ClampedArray
}

/** Upright. Throws when it is no picture. */
export async function openPicture(file: string | Buffer): Promise<Picture> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

/** Between pixels; a pixel's centre is at .5. Null outside of the picture. */
export function colourAt({ width, height, data }: Picture, [x, y]: Point): Rgb | null {
  if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return null
  const [left, top] = [Math.min(Math.max(x - 0.5, 0), width - 1), Math.min(Math.max(y - 0.5, 0), height - 1)]
  const [column, line] = [Math.floor(left), Math.floor(top)]
  const sample = (channel: number): number => {
    const pixel = (dx: number, dy: number): number =>
      data[(Math.min(line + dy, height - 1) * width + Math.min(column + dx, width - 1)) * 4 + channel] ?? 0
    const [right, down] = [left - column, top - line]
    return (
      (pixel(0, 0) * (1 - right) + pixel(1, 0) * right) * (1 - down) +
      (pixel(0, 1) * (1 - right) + pixel(1, 1) * right) * down
    )
  }
  return [sample(0), sample(1), sample(2)]
}

/** 0 to 255 (ITU-R BT.709). */
export const lightnessOf = ([red, green, blue]: Rgb): number => red * 0.2126 + green * 0.7152 + blue * 0.0722

/** In the channel in which they differ most. */
export const distanceOf = (one: Rgb, other: Rgb): number =>
  Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))))
