import { readHeaderValue } from './header-value'
import { mediaType, type MessageHeader } from './message-header'
import { UnreadableMessageError } from './unreadable-message-error'

/** Thunderbird takes the type of bytes without one from the name. */
const typesByName: readonly (readonly [RegExp, string])[] = [
  [/\.(?:[es]?html?|xht|xhtml)$/i, 'text/html'],
  [/\.(?:eml|mht|mhtml|mime|nws)$/i, 'message/rfc822'],
  [/\.css$/i, 'text/css'],
]

/**
 * The type by which any client shows most of a part, for the message that real clients get. Throws for what they would
 * read as different structures.
 */
export function typeForAnyClient(header: MessageHeader): string {
  assertOneEncoding(header)
  const { contentType } = header.described
  const fields = [...new Set(header.all('content-type').filter((field) => field !== ''))]
  const claimed = fields.map((field) => readHeaderValue(field, null).value)
  const isStructure = (type: string): boolean => /message|multipart/.test(type)
  const isOdd = (type: string): boolean => !mediaType.test(type)
  if ((fields.length > 1 || claimed.some(isOdd)) && claimed.some(isStructure))
    throw new UnreadableMessageError(
      'email clients read the Content-Type of one of its parts differently: write one field with a plain type',
    )
  if (isStructure(contentType)) return contentType
  if (claimed.some((type) => type.includes('html') || isOdd(type))) return 'text/html'
  if (fields.length > 0 && contentType !== 'application/octet-stream') return contentType
  const byName = typesByName.find(([name]) => header.names.some((sent) => name.test(sent)))
  return byName?.[1] ?? contentType
}

/** RFC 2045 §6.1: a token begins the value. Clients decode what has one elsewhere, or leave it as it is. */
function assertOneEncoding(header: MessageHeader): void {
  const fields = header.all('content-transfer-encoding').map((field) => field.toLowerCase())
  const names = new Set(fields.map((field) => field.split(/[;,\s]/, 1)[0] ?? ''))
  const isKnown = (name: string): boolean => /^(?:base64|quoted-printable|(?:x-)?uu(?:e|encode))$/.test(name)
  const mayDecode = fields.some((field) => /base|quoted|uue|yenc|binhex/.test(field))
  if (mayDecode && (names.size > 1 || ![...names].every(isKnown)))
    throw new UnreadableMessageError(
      'email clients read the Content-Transfer-Encoding of one of its parts differently: write base64 or quoted-printable',
    )
}
