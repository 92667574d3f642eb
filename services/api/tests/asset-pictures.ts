/** The header of a PNG that claims these dimensions; there are no pixels behind it. */
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
