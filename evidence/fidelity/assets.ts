import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { makePng, markPng } from './mark-png'

/** Emails refer to it as `asset:NAME`. */
export interface Asset {
  name: string
  contentType: string
  body: Buffer
}

/** Without `mark.ttf`, one of FONTCONFIG_FILE's fonts, when that is not set. */
export async function makeAssets(): Promise<Asset[]> {
  const mark = sharp(markPng)
  const pictures: Asset[] = [
    { name: 'mark.png', contentType: 'image/png', body: markPng },
    { name: 'mark.gif', contentType: 'image/gif', body: await mark.clone().gif().toBuffer() },
    { name: 'mark.jpg', contentType: 'image/jpeg', body: await mark.clone().jpeg().toBuffer() },
    { name: 'mark.webp', contentType: 'image/webp', body: await mark.clone().webp().toBuffer() },
    { name: 'mark.avif', contentType: 'image/avif', body: await mark.clone().avif().toBuffer() },
    { name: 'mark.bmp', contentType: 'image/bmp', body: makeBmp() },
    { name: 'mark.ico', contentType: 'image/x-icon', body: makeIco(markPng) },
    {
      name: 'mark.svg',
      contentType: 'image/svg+xml',
      body: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#c30"/></svg>',
      ),
    },
    // A different colour in each corner, so that every crop and rotation looks different.
    {
      name: 'photo.png',
      contentType: 'image/png',
      body: makePng(160, 60, (x, y) => [x < 80 ? 204 : 51, y < 30 ? 51 : 204, (x * 255) >> 8]),
    },
    {
      name: 'tile.png',
      contentType: 'image/png',
      body: makePng(40, 40, (x, y) => (x < 20 === y < 20 ? [51, 119, 204] : [255, 204, 0])),
    },
    // The right half is transparent.
    {
      name: 'half.png',
      contentType: 'image/png',
      body: await sharp(
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="80"><rect width="80" height="80"/></svg>',
        ),
      )
        .png()
        .toBuffer(),
    },
    { name: 'tall.png', contentType: 'image/png', body: makePng(10, 90, () => [51, 119, 204]) },
    { name: 'bullet.png', contentType: 'image/png', body: makePng(12, 12, () => [204, 51, 0]) },
  ]
  const style: Asset = {
    name: 'mark.css',
    contentType: 'text/css',
    body: Buffer.from('.mark{background-color:#ffcc00}'),
  }
  // Only in a folder: it loads by its name alone if <base> is honoured.
  const apart: Asset = { name: 'deep/apart.png', contentType: 'image/png', body: markPng }
  return [...pictures, apart, style, ...makeFont()]
}

function makeFont(): Asset[] {
  const config = process.env.FONTCONFIG_FILE
  if (config === undefined) return []
  const file = path.join(path.dirname(config), 'files', 'DejaVuSansMono-Bold.ttf')
  return existsSync(file) ? [{ name: 'mark.ttf', contentType: 'font/ttf', body: readFileSync(file) }] : []
}

/** 16 by 16 pixels of one colour: BITMAPFILEHEADER, BITMAPINFOHEADER, then rows of blue, green and red. */
function makeBmp(): Buffer {
  const headers = Buffer.alloc(54)
  headers.write('BM', 'latin1')
  headers.writeUInt32LE(54 + 16 * 16 * 3, 2)
  headers.writeUInt32LE(54, 10)
  headers.writeUInt32LE(40, 14)
  headers.writeInt32LE(16, 18)
  headers.writeInt32LE(16, 22)
  headers.writeUInt16LE(1, 26)
  headers.writeUInt16LE(24, 28)
  return Buffer.concat([headers, Buffer.alloc(16 * 16 * 3, Buffer.from([0, 51, 204]))])
}

/** One icon directory entry, whose image is a PNG. */
function makeIco(png: Buffer): Buffer {
  const directory = Buffer.alloc(22)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(1, 4)
  directory.set([16, 16, 0, 0], 6)
  directory.writeUInt16LE(1, 10)
  directory.writeUInt16LE(32, 12)
  directory.writeUInt32LE(png.length, 14)
  directory.writeUInt32LE(22, 18)
  return Buffer.concat([directory, png])
}
