import { createTransport } from 'nodemailer'
import type { MailConfig } from '@pas/settings/mail'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Resolves when the mail server accepts the mail. Rejects with a `MailNotSentError`, after a minute at most. */
  send(mail: Mail): Promise<void>
}

/**
 * The message has our reason and the server's status code, never the server's text, which may quote the mail and its
 * secret.
 */
export class MailNotSentError extends Error {
  override name = 'MailNotSentError'

  constructor(
    reason: string,
    /** Trying again does not help, e.g. for an unknown address. */
    readonly isFinal: boolean,
  ) {
    super(reason)
  }
}

/**
 * Opens a connection for each mail, because hours may lie between two. `smtp://` requires STARTTLS (RFC 3207), because
 * mails and logins hold secrets, except on loopback or with `?ignoreTLS=true`.
 */
export function createMailer({ smtpUrl, from }: MailConfig): Mailer {
  const url = new URL(smtpUrl)
  const allowsClearText = isLoopback(url.hostname) || url.searchParams.get('ignoreTLS') === 'true'
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: url.protocol === 'smtp:' && !allowsClearText,
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Nodemailer would otherwise load a file or URL that a mail's content names.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      try {
        // RFC 3834 §5: asks for no automatic answers, such as out-of-office replies.
        await transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        throw explainFailure(error)
      }
    },
  }
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host)

/**
 * A 5yz reply is final (RFC 5321 §4.2.1) if it is about the addresses or the content. An operator can repair a refused
 * login.
 */
function explainFailure(error: unknown): MailNotSentError {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const isFinal =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
  const reason = reasons[code] ?? `sending failed (${code})`
  return new MailNotSentError(
    responseCode === undefined ? reason : `${reason} (SMTP status ${responseCode})`,
    isFinal,
  )
}

/** https://nodemailer.com/errors */
const reasons: Readonly<Record<string, string>> = {
  ECONNECTION: 'the mail server cannot be reached',
  ESOCKET: 'the mail server cannot be reached',
  ETIMEDOUT: 'the mail server does not answer in time',
  EDNS: "the mail server's name cannot be resolved",
  ETLS: 'no TLS connection to the mail server can be made',
  EAUTH: 'the mail server refuses our login',
  ENOAUTH: 'the mail server wants a login, and SMTP_URL has none',
  EENVELOPE: 'the mail server refuses the sender or the recipient',
  EMESSAGE: 'the mail server refuses the mail',
}
