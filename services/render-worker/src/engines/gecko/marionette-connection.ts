import net from 'node:net'
import { EngineProcessError } from '../supervised/engine-process'
import { readJson } from '../supervised/read-json'

class MarionetteError extends EngineProcessError {
  override name = 'MarionetteError'
}

interface Waiter {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

type Message = [1, number, { error: string; message: string } | null, unknown] | Record<string, unknown>

const colon = ':'.charCodeAt(0)

/**
 * Gecko's remote control (remote/marionette in its source): `length:json` over a loopback port, in bytes.
 * `ChromeProgram.install` closes the port to others.
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

  get isClosed(): boolean {
    return this.closed
  }

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
