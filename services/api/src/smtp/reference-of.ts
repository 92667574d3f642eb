import { emailReference } from '../emails/schema'

const maxHeaderBytes = 64 * 1024

/** The header `X-PAS-Reference`, else the plus-part of the first recipient: `welcome` of `shop+welcome@example.com`. */
export function referenceOf(message: Buffer, recipients: readonly string[]): string | null {
  const sent = headerField(message) ?? plusPart(recipients[0] ?? '')
  const parsed = emailReference.safeParse(sent)
  return parsed.success && parsed.data !== '' ? parsed.data : null
}

function headerField(message: Buffer): string | null {
  const end = message.subarray(0, maxHeaderBytes).indexOf('\r\n\r\n')
  const header = message.toString('utf8', 0, end === -1 ? maxHeaderBytes : end)
  const value = /^x-pas-reference:(.*)$/im.exec(header.replace(/\r\n(?=[ \t])/g, ''))?.[1]
  return value?.trim() ?? null
}

function plusPart(address: string): string | null {
  const local = address.slice(0, address.lastIndexOf('@'))
  const plus = local.indexOf('+')
  return plus === -1 ? null : local.slice(plus + 1)
}
