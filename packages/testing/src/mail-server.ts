import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { until } from './until'

export interface ReceivedMail {
  to: string[]
  /** RFC 5322. */
  source: string
  text: string
  link: string
}

export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** The SMTP status for recipients; null accepts them. */
  refusal: number | null
  /** Waits for the oldest mail to this address and takes it out of `mails`. */
  take(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

/** Has neither TLS nor a login; listens at a free port by default. */
export async function startMailServer({ port = 0 }: { port?: number } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (server.refusal === null) done()
      else done(Object.assign(new Error('no such mailbox'), { responseCode: server.refusal }))
    },
    onData: (stream, { envelope }, done) => {
      void text(stream).then((source) => {
        const decoded = textPartOf(source)
        const link = /https:\/\/\S+/.exec(decoded)?.[0] ?? ''
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), source, text: decoded, link })
        done()
      }, done)
    },
  })
  // Without a listener, a broken connection would end the test's process.
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    smtp.listen(port, '127.0.0.1', resolve)
  })
  const server: MailServer = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mails,
    refusal: null,
    take: async (to) => {
      const find = () => mails.findIndex((mail) => mail.to.includes(to))
      await until(`a mail to ${to} comes`, () => find() >= 0)
      const [mail] = mails.splice(find(), 1)
      if (!mail) throw new Error('The mail was taken by another part of the test')
      return mail
    },
    close: () =>
      new Promise((resolve) => {
        smtp.close(() => {
          resolve()
        })
      }),
  }
  return server
}

/** text/plain, in which nodemailer encodes long lines as quoted-printable (RFC 2045 §6.7). */
function textPartOf(source: string): string {
  const part = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/i.exec(source)?.[1] ?? source
  const bytes = part
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_escape, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
