import { isHtml } from './message-body'
import type { MessagePart } from './message-part'

/** Of text; null when neither the header nor the HTML names one. */
export const charsetOf = (part: MessagePart): string | null =>
  part.charset ?? (isHtml(part) ? htmlCharset(part.body) : null)

/**
 * WHATWG HTML, "prescan a byte stream"; for a part whose header names no charset. Where this can be read, UTF-16 is
 * untrue, and means UTF-8.
 */
function htmlCharset(body: Buffer): string | null {
  const start = body.subarray(0, 4_096).toString('latin1')
  const named = /<meta[^>]{1,200}charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(start)?.[1] ?? null
  const isWide = named !== null && /^(?:utf-?16(?:le|be)?|unicode|ucs-2|iso-10646-ucs-2)$/i.test(named)
  return isWide ? 'utf-8' : named
}
