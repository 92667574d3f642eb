import net from 'node:net'
import { EngineProcessError } from '../supervised/engine-process'
import { readJson } from '../supervised/read-json'

/** Gecko refused a command, or ended before it answered. */
class MarionetteError extends EngineProcessError {
  override name = 'MarionetteError'
}

interface Waiter {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** An answer is `[1, id, error, result]`. The server's greeting is an object, and answers no command. */
type Message = [1, number, { error: string; message: string } | null, unknown] | Record<string, unknown>

const colon = ':'.charCodeAt(0)

/**
 * Client of Marionette, Gecko's remote control (remote/marionette in its source). Messages are `length:json` over a
 * loopback port; length counts bytes. Once our session is open the port accepts no other (`ChromeProgram.install`).
 */
export class MarionetteConnection {
  private lastId = 0
  private readonly answers = new Map<number, Waiter>()
  private received = Buffer.alloc(0)
  private closed = false

  private constructor(private readonly socket: net.Socket) {
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    const close = (): void => this.close()
    socket.once('close', close).on('error', close)
  }

  /** Connects to a port of 127.0.0.1; rejects when nothing listens on it. */
  static open(port: number): Promise<MarionetteConnection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new MarionetteConnection(socket))
      })
    })
  }

  /** True when Gecko has ended, or is about to. */
  get isClosed(): boolean {
    return this.closed
  }

  /** Sends a command; resolves to its result, rejects with a `MarionetteError`. */
  send(command: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.closed) {
        reject(new MarionetteError(`${command}: the program is gone`))
        return
      }
      const id = ++this.lastId
      this.answers.set(id, { resolve, reject })
      const text = JSON.stringify([0, id, command, parameters])
      this.socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  }

  close(): void {
    this.closed = true
    this.socket.destroy()
    for (const { reject } of this.answers.values()) reject(new MarionetteError('the program is gone'))
    this.answers.clear()
  }

  private receive(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk])
    for (;;) {
      const lengthEnd = this.received.indexOf(colon)
      if (lengthEnd === -1) return
      const end = lengthEnd + 1 + Number(this.received.toString('latin1', 0, lengthEnd))
      if (this.received.length < end) return
      const text = this.received.toString('utf8', lengthEnd + 1, end)
      this.received = this.received.subarray(end)
      const message = readJson(text)
      if (message === undefined) this.close()
      else this.dispatch(message as Message)
    }
  }

  private dispatch(message: Message): void {
    if (!Array.isArray(message)) return
    const [, id, error, result] = message
    const waiter = this.answers.get(id)
    this.answers.delete(id)
    if (error) waiter?.reject(new MarionetteError(`${error.error}: ${error.message}`))
    else waiter?.resolve(result)
  }
}
