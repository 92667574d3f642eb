import { crc32, deflateSync } from 'node:zlib'

type Rgb = readonly [number, number, number]

/** 8-bit RGB (W3C PNG, third edition, §5). Pixels of colour `transparent` are transparent. */
export function makePng(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Rgb,
  transparent?: Rgb,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (1 + width * 3) + 1 + x * 3)
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(transparent ? [chunk('tRNS', Buffer.from(transparent.flatMap((sample) => [0, sample])))] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** In all image assets: 16 by 16 pixels, left half red, right half yellow. */
export const markPng = makePng(16, 16, (x) => (x < 8 ? [204, 51, 0] : [255, 204, 0]))
