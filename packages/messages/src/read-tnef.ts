import { decodeText } from './decode-text'
import { readMapiProperties, type MapiProperties } from './mapi-properties'

export interface TnefAttachment {
  name: string
  contentType: string | null
  contentId: string | null
  body: Buffer
}

export interface Tnef {
  text: string | null
  html: { bytes: Buffer; charset: string | null } | null
  /** As stored: compressed ([MS-OXRTFCP]). */
  rtf: Buffer | null
  attachments: TnefAttachment[]
}

const signature = 0x223e9f78
/** [MS-OXTNEF] §2.1.3.2: the low half of an attribute's id. */
const attribute = {
  body: 0x800c,
  codePage: 0x9007,
  properties: 0x9003,
  beginsAttachment: 0x9002,
  fileName: 0x8010,
  data: 0x800f,
  attachmentProperties: 0x9005,
} as const
const property = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  codePage: 0x3fde,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  contentType: 0x370e,
  contentId: 0x3712,
} as const

const maxAttributes = 20_000
const maxAttachments = 500

/** A winmail.dat ([MS-OXTNEF]), as far as it goes. Null for other bytes. Linear time. */
export function readTnef(bytes: Buffer): Tnef | null {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return null
  const found = new Found()
  let at = 6
  for (let count = 0; count < maxAttributes && at + 9 <= bytes.length; count++) {
    const id = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const start = at + 9
    found.add(id, bytes.subarray(start, Math.min(start + length, bytes.length)))
    at = start + length + 2
  }
  return found.tnef()
}

class Found {
  private codePage: string | null = null
  private body: Buffer | null = null
  private properties: MapiProperties = new Map()
  private readonly attachments: { name: Buffer | null; data: Buffer | null; properties: MapiProperties }[] =
    []

  add(id: number, value: Buffer): void {
    const attachment = this.attachments.at(-1)
    if (id === attribute.body) this.body = value
    else if (id === attribute.codePage && value.length >= 4) this.codePage = charsetOf(value.readUInt32LE(0))
    else if (id === attribute.properties) this.properties = readMapiProperties(value)
    else if (id === attribute.beginsAttachment && this.attachments.length < maxAttachments)
      this.attachments.push({ name: null, data: null, properties: new Map() })
    else if (!attachment) return
    else if (id === attribute.fileName) attachment.name = value
    else if (id === attribute.data) attachment.data = value
    else if (id === attribute.attachmentProperties) attachment.properties = readMapiProperties(value)
  }

  tnef(): Tnef {
    const { properties } = this
    const html = properties.get(property.html)
    const codePage = properties.get(property.codePage)?.bytes
    const htmlCharset = codePage && codePage.length >= 4 ? charsetOf(codePage.readUInt32LE(0)) : this.codePage
    return {
      text: this.textOf(properties, property.body) ?? (this.body && this.decode(this.body)),
      html: html ? { bytes: html.bytes, charset: html.isUnicode ? 'utf-16le' : htmlCharset } : null,
      rtf: properties.get(property.rtf)?.bytes ?? null,
      attachments: this.attachments.map(({ name, data, properties: own }) => ({
        name:
          this.textOf(own, property.longName) ?? this.textOf(own, property.shortName) ?? this.decode(name),
        contentType: this.textOf(own, property.contentType),
        contentId: this.textOf(own, property.contentId),
        body: data ?? own.get(property.data)?.bytes ?? Buffer.alloc(0),
      })),
    }
  }

  private textOf(properties: MapiProperties, id: number): string | null {
    const value = properties.get(id)
    if (!value) return null
    if (!value.isUnicode) return this.decode(value.bytes)
    return withoutEnd(decodeText({ bytes: value.bytes, charset: 'utf-16le' }))
  }

  private decode(bytes: Buffer | null): string {
    return withoutEnd(decodeText({ bytes: bytes ?? Buffer.alloc(0), charset: this.codePage }))
  }
}

const charsetOf = (codePage: number): string | null => {
  if (codePage === 65_001) return 'utf-8'
  return codePage === 0 ? null : `windows-${codePage}`
}

/** Texts end with a zero. */
function withoutEnd(text: string): string {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}
