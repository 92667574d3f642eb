import sharp, { type Region } from 'sharp'

/** How many pixels of a PNG have exactly this colour (`#rrggbb`), within `region` when it is given. */
export async function countPixels(png: Buffer, colour: string, region?: Region): Promise<number> {
  const whole = sharp(png, { limitInputPixels: false })
  const pixels = await (region ? whole.extract(region) : whole).removeAlpha().raw().toBuffer()
  const [red, green, blue] = Buffer.from(colour.slice(1), 'hex')
  let count = 0
  for (let at = 0; at < pixels.length; at += 3)
    if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue) count++
  return count
}

/** A square of one colour. */
export const squareOf = (colour: string, lengthPixels: number): Promise<Buffer> =>
  sharp({ create: { width: lengthPixels, height: lengthPixels, channels: 3, background: colour } })
    .png()
    .toBuffer()
