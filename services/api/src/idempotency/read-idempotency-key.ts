import { invalidField } from '@pas/runtime/errors'
import type { Request } from 'express'

/** A structured field's String (RFC 9651 §3.3.3), or plain text without quotation marks. */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/
const plain = /^[\x21\x23-\x2b\x2d-\x7e]{1,255}$/

/** draft-ietf-httpapi-idempotency-key-header. Throws a 400 when it is not valid or was sent twice. */
export function readIdempotencyKey(req: Request): string | null {
  const sent = req.get('Idempotency-Key')
  if (sent === undefined) return null
  const key = quoted.exec(sent)?.[1]?.replace(/\\(.)/g, '$1') ?? (plain.test(sent) ? sent : null)
  if (key !== null) return key
  const message = 'must be one text of 1 to 255 printable characters, such as a UUID, in quotation marks'
  throw invalidField(`Idempotency-Key: ${message}.`, { field: 'Idempotency-Key', message })
}
