import { decodeBase64 } from './decode-base64'
import { decodeQuotedPrintable } from './decode-quoted-printable'
import { decodeUuencode, encodeUuencode } from './uuencode'

export type TransferEncoding = 'none' | 'base64' | 'quoted-printable' | 'uuencode'

/** RFC 2045 §6, and what came before it; others are left as they are. */
export function transferEncodingOf(field: string): TransferEncoding {
  const [name = ''] = /[\w-]+/.exec(field.replace(/^\s*\([^)]*\)/, '').toLowerCase()) ?? []
  if (name === 'base64' || name === 'quoted-printable') return name
  return /^(?:x-)?uu(?:e|encode)$/.test(name) ? 'uuencode' : 'none'
}

export function bodyOf({ encoding, raw }: { encoding: TransferEncoding; raw: Buffer }): Buffer {
  if (encoding === 'base64') return decodeBase64(raw)
  if (encoding === 'uuencode') return decodeUuencode(raw)
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(raw) : raw
}

const oddQuotedPrintable = /=(?![\da-f]{2}|\r?\n)|[ \t]\r?(?:\n|$)/i

/** Whether every client decodes the same: what stands behind padding, or for no byte, some drop and some read. */
export function isReadAlike({ encoding, raw }: { encoding: TransferEncoding; raw: Buffer }): boolean {
  if (encoding === 'none') return true
  const text = raw.toString('latin1')
  if (encoding === 'quoted-printable') return !oddQuotedPrintable.test(text)
  const padding = text.indexOf('=')
  const end = padding < 0 ? text.length : padding
  return (
    encoding === 'base64' &&
    /^[A-Za-z\d+/ \t\r\n]*$/.test(text.slice(0, end)) &&
    /^[= \t\r\n]*$/.test(text.slice(end))
  )
}

/** With CRLF. Ends as the body does, or with a line's end. */
export function encodeBody(body: Buffer, encoding: TransferEncoding): Buffer {
  if (encoding === 'none') return body
  return Buffer.from(writers[encoding](body), 'latin1')
}

const base64Lines = (body: Buffer): string => body.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n')

const writers: Record<Exclude<TransferEncoding, 'none'>, (body: Buffer) => string> = {
  base64: base64Lines,
  'quoted-printable': quotedPrintable,
  uuencode: encodeUuencode,
}

/** RFC 2045 §6.7: lines of 76 characters at most, the `=` of a soft break among them. */
const maxLine = 75
const hyphen = 0x2d

function quotedPrintable(body: Buffer): string {
  const written: string[] = []
  let column = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte === 0x0a || (byte === 0x0d && body[at + 1] === 0x0a)) {
      written.push('\r\n')
      if (byte === 0x0d) at++
      column = 0
      continue
    }
    const isLast = [undefined, 0x0d, 0x0a].includes(body[at + 1])
    const isPlain =
      (byte > 0x20 && byte < 0x7f && byte !== 0x3d) || ((byte === 0x20 || byte === 0x09) && !isLast)
    const encoded = `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
    if (column + (isPlain ? 1 : encoded.length) > maxLine) {
      written.push('=\r\n')
      column = 0
    }
    // A line that begins with hyphens could end a part.
    const text = isPlain && !(byte === hyphen && column === 0) ? String.fromCharCode(byte) : encoded
    written.push(text)
    column += text.length
  }
  return written.join('')
}
