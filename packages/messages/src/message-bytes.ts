/** A message as bytes, which can be transferred to another thread without a copy. */
export interface MessageBytes {
  bytes: Uint8Array<ArrayBuffer>
  /**
   * Whether the sender had decoded the message before sending it. `bytes` is then its UTF-8, and a part without a
   * transfer encoding is read as UTF-8, whatever charset it names.
   */
  isDecoded: boolean
}

/**
 * The bytes of a message that came as a JSON string. When every character is below U+0100, each is one byte of the
 * message; any other string was decoded by the sender and becomes UTF-8.
 */
export function messageBytes(raw: string): MessageBytes {
  const isDecoded = /[^\0-\xff]/.test(raw)
  const encoding = isDecoded ? 'utf8' : 'latin1'
  // Not from the pool that small buffers share: its memory cannot be transferred to another thread.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(raw, encoding))
  bytes.write(raw, encoding)
  return { bytes, isDecoded }
}
