import type { Readable, Writable } from 'node:stream'
import { decodeMessage, encodeMessage, messageLength, type CborValue } from './cbor'

/**
 * Transport of Chromium's DevTools protocol over `--remote-debugging-pipe=cbor`. A pipe, not a port: no other process
 * can drive the browser, and it ends when the worker dies. CBOR, not JSON: pictures of many megabytes skip base64; the
 * protocol's binary members arrive as a Buffer and are sent as base64. It has the members of a Playwright transport,
 * and Playwright accepts a Buffer in place of base64.
 */
export class MessagePipe {
  /** Called with each message from the browser. */
  onmessage?: (message: object) => void
  /** Whether the result of the answer with this id stays encoded (`decodeMessage`). */
  isKept: (id: unknown) => boolean = () => false
  private closeListener: () => void = () => undefined
  private incoming: { bytes: Buffer; received: number } | null = null
  /** The first bytes of a message, while they are too few to tell its length. */
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

  /** True when the browser has ended, or is about to. */
  get isClosed(): boolean {
    return this.closed
  }

  /** Called once: when the pipe closes or a malformed message comes, or at once. Undefined removes it. */
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

  /** Ends the browser: Chromium exits when its command pipe closes. */
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
          // `allocUnsafe` could take a slice of Node's shared pool, which would then be held as long as the message.
          this.incoming = { bytes: Buffer.allocUnsafeSlow(length), received: 0 }
        }
        const { bytes, received } = this.incoming
        const copied = rest.copy(bytes, received)
        this.incoming.received += copied
        rest = rest.subarray(copied)
        if (this.incoming.received < bytes.length) break
        this.incoming = null
        this.onmessage?.(decodeMessage(bytes, this.isKept) as object)
      }
      this.start = rest
    } catch {
      // After a malformed message the start of the next cannot be found.
      this.fail()
    }
  }

  private fail(): void {
    if (this.closed) return
    this.closed = true
    this.closeListener()
  }
}
