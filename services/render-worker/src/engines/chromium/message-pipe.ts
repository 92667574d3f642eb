import type { Readable, Writable } from 'node:stream'
import { readJson } from '../supervised/read-json'

/**
 * Chromium's DevTools protocol over `--remote-debugging-pipe`: JSON messages that end in NUL. A pipe and no port, so that no other
 * process can drive the browser, and so that the browser ends by itself when the worker dies. Its members are those that Playwright
 * asks of a transport.
 */
export class MessagePipe {
  /** Called with each message of the browser. */
  onmessage?: (message: object) => void
  private closeListener: () => void = () => undefined
  private chunks: Buffer[] = []
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
    this.commandPipe.write(`${JSON.stringify(message)}\0`)
  }

  /** Ends the browser: without its pipe it has no reason to live. */
  close(): void {
    this.commandPipe.end()
  }

  private receive(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      this.chunks.push(rest.subarray(0, end))
      const text =
        this.chunks.length === 1 ? rest.toString('utf8', 0, end) : Buffer.concat(this.chunks).toString()
      this.chunks = []
      rest = rest.subarray(end + 1)
      const message = readJson(text)
      if (message === undefined) this.fail()
      else this.onmessage?.(message as object)
    }
    if (rest.length > 0) this.chunks.push(rest)
  }

  private fail(): void {
    if (this.closed) return
    this.closed = true
    this.closeListener()
  }
}
