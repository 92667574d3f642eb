import { connect, type Socket } from 'node:net'
import { connect as connectOverTls } from 'node:tls'
import { until } from '@pas/testing/until'

/** A sender that sends any bytes, and reads what comes. */
export class SmtpDialogue {
  private received = ''
  isClosed = false

  private constructor(private socket: Socket) {
    this.listen()
  }

  /** `from`: an address that a proxy names. Resolves before the greeting. */
  static async open(port: number, { from }: { from?: string } = {}): Promise<SmtpDialogue> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    if (from !== undefined) socket.write(`PROXY TCP4 ${from} 127.0.0.1 4000 25\r\n`)
    return new SmtpDialogue(socket)
  }

  /** After the greeting. */
  static async begin(port: number, options?: { from?: string }): Promise<SmtpDialogue> {
    const dialogue = await SmtpDialogue.open(port, options)
    await dialogue.reply()
    return dialogue
  }

  write(bytes: string | Buffer): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /** The next whole reply, without its line end. */
  async reply(): Promise<string> {
    const whole = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3}(?: [^\r\n]*)?\r\n/
    await until('a reply comes', () => [whole.test(this.received) || this.isClosed, this.received])
    const [reply = ''] = whole.exec(this.received) ?? []
    this.received = this.received.slice(reply.length)
    return reply.trimEnd()
  }

  command(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  /** EHLO, and AUTH PLAIN unless the key is null. */
  async signIn(apiKey: string | null, inbox = 'shop'): Promise<string> {
    await this.command('EHLO sender.test')
    return apiKey === null ? '' : this.command(`AUTH PLAIN ${plain(inbox, apiKey)}`)
  }

  /** Up to the reply to DATA. */
  async beginData(recipients = ['bob@example.com'], mail = 'MAIL FROM:<ann@example.com>'): Promise<string> {
    const replies = [await this.command(mail)]
    for (const address of recipients) replies.push(await this.command(`RCPT TO:<${address}>`))
    const refused = replies.find((reply) => !reply.startsWith('250'))
    return refused ?? this.command('DATA')
  }

  async send(message: string, recipients?: string[]): Promise<string> {
    const begun = await this.beginData(recipients)
    if (!begun.startsWith('354')) return begun
    return this.command(`${message}\r\n.`)
  }

  async startTls(ca: Buffer): Promise<string> {
    const reply = await this.command('STARTTLS')
    this.socket.removeAllListeners()
    const socket = connectOverTls({ socket: this.socket, ca, servername: 'localhost' })
    await new Promise((resolve) => socket.once('secureConnect', resolve))
    this.socket = socket
    this.listen()
    return reply
  }

  /** Writes `bytes` up to `times` times, each when the last has left, until the server closes. */
  async flood(bytes: string, times: number): Promise<void> {
    const buffer = Buffer.from(bytes, 'latin1')
    for (let time = 0; time < times && !this.isClosed; time++)
      await new Promise<void>((resolve) => {
        this.socket.once('close', () => resolve())
        this.socket.write(buffer, () => resolve())
      })
  }

  /** Resolves after `ms`, or when the server closes. */
  idle(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  async closed(): Promise<void> {
    await until('the server closes', () => this.isClosed)
  }

  destroy(): void {
    this.socket.destroy()
  }

  private listen(): void {
    this.socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')))
    this.socket.on('error', () => undefined)
    this.socket.on('end', () => {
      this.isClosed = true
      this.socket.end()
    })
    this.socket.on('close', () => (this.isClosed = true))
  }
}

export const plain = (inbox: string, apiKey: string): string =>
  Buffer.from(`\0${inbox}\0${apiKey}`).toString('base64')

let last = 0
/** A message that no other test sends. */
export const newMessage = (subject = 'Hello', header = ''): string =>
  `From: Ann <ann@example.com>\r\nTo: Bob <bob@example.com>\r\nSubject: ${subject}\r\nMessage-ID: <${++last}@example.com>\r\n${header}\r\n<p>Hello</p>`
