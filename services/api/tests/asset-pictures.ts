/** A PNG's header with these dimensions and no pixels, padded to `totalBytes`. */
export function pngOf(widthPixels: number, heightPixels: number, totalBytes = 45): Buffer {
  const png = Buffer.alloc(totalBytes)
  png.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  png.writeUInt32BE(13, 8)
  png.write('IHDR', 12)
  png.writeUInt32BE(widthPixels, 16)
  png.writeUInt32BE(heightPixels, 20)
  png.set([8, 6], 24)
  return png
}

/** A JPEG's markers up to the frame with these dimensions; `before` is put in front of the frame. */
export function jpegOf(widthPixels: number, heightPixels: number, before = Buffer.alloc(0)): Buffer {
  const frame = Buffer.from('ffc000110800000000030122000211010311010000', 'hex')
  frame.writeUInt16BE(heightPixels, 5)
  frame.writeUInt16BE(widthPixels, 7)
  const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
  return Buffer.concat([Buffer.from('ffd8', 'hex'), jfif, before, frame])
}

/** An AVIF's boxes with the dimensions of its pictures and no pixels. */
export function avifOf(sizes: readonly (readonly [widthPixels: number, heightPixels: number])[]): Buffer {
  const box = (type: string, ...content: Buffer[]): Buffer => {
    const head = Buffer.from(`0000${type}`)
    head.writeUInt32BE(Buffer.concat(content).length + 8)
    return Buffer.concat([head, ...content])
  }
  const version = Buffer.alloc(4)
  const ispe = sizes.map(([width, height]) => {
    const dimensions = Buffer.alloc(8)
    dimensions.writeUInt32BE(width)
    dimensions.writeUInt32BE(height, 4)
    return box('ispe', version, dimensions)
  })
  return Buffer.concat([
    box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')),
    box('meta', version, box('hdlr', Buffer.alloc(24)), box('iprp', box('ipco', Buffer.concat(ispe)))),
    box('mdat', Buffer.alloc(16)),
  ])
}
