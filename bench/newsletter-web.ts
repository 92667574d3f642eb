import { serveFiles, type SmallWeb } from '@pas/testing/small-web'
import sharp from 'sharp'

/** As large as a photograph: smooth colour compresses too well, noise not at all, so it has both. */
async function drawPhotograph(width: number, height: number, seed: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, offset = 0; y < height; y++) {
    for (let x = 0; x < width; x++, offset += 3) {
      const grain = ((x * 7919 + y * 104_729 + seed * 31) % 13) - 6
      pixels[offset] = 128 + 90 * Math.sin((x + seed * 40) / 70) + grain
      pixels[offset + 1] = 120 + 80 * Math.sin((y + seed * 25) / 55) + grain
      pixels[offset + 2] = 110 + 60 * Math.cos((x + y) / 90) + grain
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** By path. JPEGs, although their names end in `.png`. */
export async function drawNewsletterImages(): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>()
  for (let seed = 1; seed <= 8; seed++) images.set(`/${seed}.png`, await drawPhotograph(400, 400, seed))
  images.set('/hero.png', await drawPhotograph(1200, 600, 9))
  images.set('/logo.png', await drawPhotograph(320, 100, 10))
  return images
}

export async function startNewsletterWeb(): Promise<SmallWeb> {
  return serveFiles(await drawNewsletterImages(), 'image/jpeg')
}
