import type { Readable, Writable } from 'node:stream'
import { decodeMessage, encodeMessage, messageLength, type CborValue } from './cbor'

/**
 * DevTools over `--remote-debugging-pipe=cbor`: no other process can drive a pipe, and it ends with the worker. CBOR
 * spares base64 for pictures; Playwright accepts a Buffer in its place.
 */
export class MessagePipe {
  onmessage?: (message: object) => void
  staysEncoded: (id: unknown) => boolean = () => false
  private closeListener: () => void = () => undefined
  private incoming: { bytes: Buffer; received: number } | null = null
  private incompleteHeader: Buffer = Buffer.alloc(0)
  private closed = false

  constructor(
    private readonly commandPipe: Writable,
    answerPipe: Readable,
  ) {
    answerPipe.on('data', (chunk: Buffer) => this.receive(chunk))
    const fail = (): void => this.fail()
    answerPipe.once('close', fail).once('error', fail)
    commandPipe.on('error', fail)
  }

  get isClosed(): boolean {
    return this.closed
  }

  set onclose(listener: (() => void) | undefined) {
    this.closeListener = listener ?? (() => undefined)
    if (this.closed) this.closeListener()
  }

  get onclose(): () => void {
    return this.closeListener
  }

  send(message: object): void {
    this.commandPipe.write(encodeMessage(message as Readonly<Record<string, CborValue>>))
  }

  /** Chromium exits when its command pipe closes. */
  close(): void {
    this.commandPipe.end()
  }

  private receive(chunk: Buffer): void {
    let unread = this.incompleteHeader.length > 0 ? Buffer.concat([this.incompleteHeader, chunk]) : chunk
    try {
      while (unread.length > 0) {
        if (!this.incoming) {
          const length = messageLength(unread)
          if (length === null) break
          // `allocUnsafe` could hold a slice of Node's shared pool as long as the message.
          this.incoming = { bytes: Buffer.allocUnsafeSlow(length), received: 0 }
        }
        const { bytes, received } = this.incoming
        const copied = unread.copy(bytes, received)
        this.incoming.received += copied
        unread = unread.subarray(copied)
        if (this.incoming.received < bytes.length) break
        this.incoming = null
        this.onmessage?.(decodeMessage(bytes, this.staysEncoded) as object)
      }
      this.incompleteHeader = unread
    } catch {
      // The start of the next message cannot be found.
      this.fail()
    }
  }

  private fail(): void {
    if (this.closed) return
    this.closed = true
    this.closeListener()
  }
}
