/** `raw`: each character, below U+0100, is one byte. The bytes can be transferred to another thread without a copy. */
export function messageBytes(raw: string): Uint8Array<ArrayBuffer> {
  // Not from the pool that small buffers share: its memory cannot be transferred to another thread.
  const bytes = Buffer.allocUnsafeSlow(raw.length)
  bytes.write(raw, 'latin1')
  return bytes
}
