import { connect, type Socket } from 'node:net'

/** A sender that keeps its connection, as an app's pool does. Its own work is small beside Nodemailer's. */
export class MailSender {
  private received = ''
  private wake: () => void = () => undefined
  private isClosed = false

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString('latin1')
      this.wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.isClosed = true
      this.wake()
    })
  }

  /** Rejects unless the server takes the key. */
  static async open(port: number, apiKey: string, inbox = 'bench'): Promise<MailSender> {
    const sender = new MailSender(connect(port, '127.0.0.1').setNoDelay(true))
    await sender.reply()
    await sender.command('EHLO bench.test')
    const token = Buffer.from(`\0${inbox}\0${apiKey}`).toString('base64')
    const answer = await sender.command(`AUTH PLAIN ${token}`)
    if (!answer.startsWith('235')) throw new Error(`AUTH was answered with ${answer}`)
    return sender
  }

  /** Resolves to the last reply: of DATA when all went well, of MAIL otherwise; empty when the connection broke. */
  async send(message: Buffer): Promise<string> {
    const mail = await this.command('MAIL FROM:<bench@example.com>')
    if (!mail.startsWith('250')) return mail
    await this.command('RCPT TO:<reader@example.com>')
    const data = await this.command('DATA')
    if (!data.startsWith('354')) return data
    this.socket.write(message)
    return this.command('\r\n.')
  }

  close(): void {
    this.socket.destroy()
  }

  private command(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`)
    return this.reply()
  }

  private async reply(): Promise<string> {
    const whole = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3} [^\r\n]*\r\n/
    for (;;) {
      const reply = whole.exec(this.received)?.[0]
      if (reply !== undefined) {
        this.received = this.received.slice(reply.length)
        return reply
      }
      if (this.isClosed) return ''
      await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }
}
