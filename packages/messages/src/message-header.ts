import { transferEncodingOf } from './decode-transfer'
import { readHeaderFields, type HeaderField } from './header-fields'
import { readHeaderValue, type HeaderValue } from './header-value'
import type { MessagePart } from './message-part'

export const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/

/** A part's header. `defaultType`: that of a part that names none. */
export class MessageHeader {
  readonly described: Omit<MessagePart, 'header' | 'raw' | 'rawStart' | 'body' | 'parts' | 'wrapped'>
  /** Null unless it is a multipart. */
  readonly boundary: string | null
  /** File names of the disposition and of the type; empty where there is none. */
  readonly names: readonly string[]
  private readonly fields: readonly HeaderField[]

  constructor(header: string, defaultType: string) {
    this.fields = readHeaderFields(header)
    const type = this.readContentType()
    const disposition = readHeaderValue(
      this.first('content-disposition'),
      type?.parameters.get('charset') ?? null,
    )
    const parameter = (name: string): string | null => unlessEmpty(type?.parameters.get(name) ?? '')
    const names = [disposition.parameters.get('filename'), parameter('name')].map((name) =>
      cleanName(name ?? ''),
    )
    this.names = names
    const fileName = names.find((name) => name !== '') ?? ''
    const isAttachment = disposition.value === 'attachment'
    const sentType = type?.value ?? typeWithoutHeader(fileName, isAttachment, defaultType)
    const boundary = sentType.startsWith('multipart/') ? (parameter('boundary')?.trimEnd() ?? '') : ''
    this.boundary = unlessEmpty(boundary)
    this.described = {
      // RFC 2046 §5.1.1: a multipart has a boundary.
      contentType: sentType.startsWith('multipart/') && boundary === '' ? 'text/plain' : sentType,
      charset: parameter('charset'),
      flowed: flowedOf(parameter('format'), parameter('delsp')),
      isAttachment,
      fileName,
      contentId: bareId(this.first('content-id')),
      // RFC 2557 §4.1: a folded URI is joined without the blanks.
      contentLocation: unlessEmpty(this.first('content-location').replace(/\s/g, '')),
      start: bareId(parameter('start') ?? ''),
      encoding: transferEncodingOf(this.first('content-transfer-encoding')),
    }
  }

  first(name: string): string {
    return this.fields.find((field) => field.name === name.toLowerCase())?.value ?? ''
  }

  all(name: string): string[] {
    return this.fields.filter((field) => field.name === name).map(({ value }) => value)
  }

  /** The first that is valid (RFC 2045 §5.2): some senders have an empty one, or two. */
  private readContentType(): HeaderValue | null {
    const sent = this.all('content-type').slice(0, 10)
    const values = sent.map((value) => readHeaderValue(value, null))
    const valid = values.find(({ value }) => mediaType.test(value))
    if (valid) return valid
    const named = values.find(({ value }) => value !== '')
    return named ? { ...named, value: 'text/plain' } : null
  }
}

function typeWithoutHeader(fileName: string, isAttachment: boolean, defaultType: string): string {
  if (/\.ics$/i.test(fileName)) return 'text/calendar'
  if (/\.html?$/i.test(fileName)) return 'text/html'
  const isFile = isAttachment || /\.\w{1,8}$/.test(fileName)
  return isFile && !/\.txt$/i.test(fileName) ? 'application/octet-stream' : defaultType
}

function flowedOf(format: string | null, delSp: string | null): MessagePart['flowed'] {
  if (format?.trim().toLowerCase() !== 'flowed') return 'no'
  return delSp?.trim().toLowerCase() === 'yes' ? 'delsp' : 'yes'
}

/** Longer ones are no file names. */
const maxNameLength = 255

const cleanName = (name: string): string =>
  name
    .slice(0, 4 * maxNameLength)
    // Directions of writing could show another ending than the file has.
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)

/** Comments may stand around the angle brackets (RFC 5322 §3.6.4). */
const bareId = (id: string): string | null =>
  unlessEmpty((/<([^<>]*)>/.exec(id)?.[1] ?? id.replace(/^<|>$/g, '')).trim())

const unlessEmpty = (text: string): string | null => (text === '' ? null : text)
