/** [MS-OXRTFCP] §2.1.2.1: what every text begins with, so that references can lead there. */
const beginning =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

const headerLength = 16
const compressed = 0x75465a4c
const dictionaryLength = 4_096

/** Empty when it is no such text; cut at `maxLength`, since a byte can stand for eight. Linear time. */
export function decompressRtf(bytes: Buffer, maxLength: number): Buffer {
  if (bytes.length < headerLength) return Buffer.alloc(0)
  if (bytes.readUInt32LE(8) !== compressed) return bytes.subarray(headerLength, headerLength + maxLength)
  const dictionary = Buffer.alloc(dictionaryLength)
  let write = dictionary.write(beginning, 'latin1')
  const written = Buffer.allocUnsafe(Math.min(maxLength, (bytes.length - headerLength) * 9))
  let length = 0
  const put = (byte: number): void => {
    dictionary[write] = byte
    write = (write + 1) % dictionaryLength
    written[length++] = byte
  }
  let at = headerLength
  while (at < bytes.length) {
    const flags = bytes.readUInt8(at++)
    for (let bit = 0; bit < 8 && at < bytes.length; bit++) {
      if (length + 17 > written.length) return written.subarray(0, length)
      if ((flags & (1 << bit)) === 0) {
        put(bytes.readUInt8(at++))
        continue
      }
      if (at + 2 > bytes.length) return written.subarray(0, length)
      const reference = bytes.readUInt16BE(at)
      at += 2
      const offset = reference >> 4
      // A reference to where the next byte goes ends the text.
      if (offset === write) return written.subarray(0, length)
      for (let index = 0; index < (reference & 0xf) + 2; index++)
        put(dictionary[(offset + index) % dictionaryLength] ?? 0)
    }
  }
  return written.subarray(0, length)
}
