import type { Readable, Writable } from 'node:stream'
import { decodeMessage, encodeMessage, messageLength, type CborValue } from './cbor'

/**
 * Chromium's DevTools protocol over `--remote-debugging-pipe=cbor`. A pipe and no port, so that no other process can drive the browser, and
 * so that the browser ends by itself when the worker dies. CBOR, because a picture of many megabytes is then neither encoded as base64 by the
 * browser nor decoded here: members that the protocol calls binary come as a Buffer, and are sent as base64. Its members are those that
 * Playwright asks of a transport; Playwright takes a Buffer where it expects base64.
 */
export class MessagePipe {
  /** Called with each message of the browser. */
  onmessage?: (message: object) => void
  private closeListener: () => void = () => undefined
  private incoming: { bytes: Buffer; received: number } | null = null
  /** The start of a message, too short to know its length. */
  private start: Buffer = Buffer.alloc(0)
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

  /** The browser is gone, or about to be. */
  get isClosed(): boolean {
    return this.closed
  }

  /** Called once, when the browser is gone or says what is no message; also when that was before. Undefined: nothing is called any more. */
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

  /** Ends the browser: without its pipe it has no reason to live. */
  close(): void {
    this.commandPipe.end()
  }

  private receive(chunk: Buffer): void {
    let rest = this.start.length > 0 ? Buffer.concat([this.start, chunk]) : chunk
    try {
      while (rest.length > 0) {
        if (!this.incoming) {
          const length = messageLength(rest)
          if (length === null) break
          // Not from the pool of small buffers, which would be held as long as the picture.
          this.incoming = { bytes: Buffer.allocUnsafeSlow(length), received: 0 }
        }
        const { bytes, received } = this.incoming
        const copied = rest.copy(bytes, received)
        this.incoming.received += copied
        rest = rest.subarray(copied)
        if (this.incoming.received < bytes.length) break
        this.incoming = null
        this.onmessage?.(decodeMessage(bytes) as object)
      }
      this.start = rest
    } catch {
      // No message can be told from the next any more.
      this.fail()
    }
  }

  private fail(): void {
    if (this.closed) return
    this.closed = true
    this.closeListener()
  }
}
