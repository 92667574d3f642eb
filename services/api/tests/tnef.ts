const numbers = (...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(value)
      return bytes
    }),
  )

const checksum = Buffer.alloc(2)

/** [MS-OXTNEF] §2.1.3: level 1 is the message's, 2 an attachment's. */
const attribute = (level: number, id: number, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([level]), numbers(id, value.length), value, checksum])

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

/** `type`: 0x1e a string, 0x1f one of UTF-16, 0x102 bytes. */
const property = (type: number, id: number, value: Buffer): Buffer =>
  Buffer.concat([numbers(((id << 16) | type) >>> 0, 1, value.length), padded(value)])

interface TnefContent {
  text?: string
  html?: string
  /** Uncompressed. */
  rtf?: string
  attachments?: { name: string; longName?: string; body: string }[]
}

export function tnef({ text, html, rtf, attachments = [] }: TnefContent): Buffer {
  const properties = [
    ...(html === undefined ? [] : [property(0x102, 0x1013, Buffer.from(html))]),
    ...(rtf === undefined ? [] : [property(0x102, 0x1009, storedRtf(rtf))]),
    ...(html === undefined ? [] : [Buffer.concat([numbers(((0x3fde << 16) | 3) >>> 0, 65_001)])]),
  ]
  return Buffer.concat([
    numbers(0x223e9f78),
    Buffer.from([1, 0]),
    attribute(1, 0x00069007, numbers(1252, 0)),
    ...(text === undefined ? [] : [attribute(1, 0x0002800c, Buffer.from(`${text}\0`, 'latin1'))]),
    attribute(1, 0x00069003, Buffer.concat([numbers(properties.length), ...properties])),
    ...attachments.flatMap(({ name, longName, body }) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from(`${name}\0`, 'latin1')),
      attribute(2, 0x0006800f, Buffer.from(body)),
      ...(longName === undefined
        ? []
        : [
            attribute(
              2,
              0x00069005,
              Buffer.concat([numbers(1), property(0x1f, 0x3707, Buffer.from(`${longName}\0`, 'utf16le'))]),
            ),
          ]),
    ]),
  ])
}

/** [MS-OXRTFCP] §2.1.3.1: `MELA` is for text that is not compressed. */
const storedRtf = (rtf: string): Buffer =>
  Buffer.concat([numbers(rtf.length + 12, rtf.length, 0x414c454d, 0), Buffer.from(rtf, 'latin1')])
