/**
 * `raw`: bytes, or characters below U+0100, each of which is one byte. The copy can be transferred to another thread
 * without another one.
 */
export function messageBytes(raw: string | Uint8Array): Uint8Array<ArrayBuffer> {
  // Not from the pool that small buffers share: its memory cannot be transferred to another thread.
  const bytes = Buffer.allocUnsafeSlow(raw.length)
  if (typeof raw === 'string') bytes.write(raw, 'latin1')
  else bytes.set(raw)
  return bytes
}
