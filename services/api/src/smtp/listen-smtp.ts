import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { HttpConfig } from '@pas/settings/http'
import { maxEmailBodyBytes } from '@pas/settings/max-email-bytes'
import type { SmtpConfig } from '@pas/settings/smtp'
import type { SMTPServerSession } from 'smtp-server'
import { createMailPlaces, type placeLimits } from './mail-places'
import { MailSession } from './mail-session'
import { createMailTurns, turnLimits } from './mail-turns'
import type { PictureDemand } from '../previews/picture-demand'
import type { receiveTimes } from './receive-message'
import { createHandlers, replyOfStop } from './smtp-handlers'
import { StrictSmtpServer } from './smtp-server'
import type { SmtpDeps } from './take-mail'
import type { BytesFault } from './watch-bytes'

export interface SmtpListening {
  port: number
  /** Takes no new session; ends those that send nothing now. Messages under way have `withinMs` to be stored. */
  close(withinMs: number): Promise<void>
}

/** RFC 5321 §4.5.3.1: a command has 512 octets with its line end, a message 100 recipients. */
const limits = { maxCommandLength: 510, maxRecipients: 100, size: maxEmailBodyBytes }
/** Above the places of sessions: sockets that are refused or closing. */
const maxSockets = 400
/** Enough to sign in, or to send one mail to 100 recipients without. */
const maxLinesUnknown = 250
/** Commands of no use here, some of which `smtp-server` answers in jest. */
const disabledCommands = ['WIZ', 'SHELL', 'KILL', 'HELP', 'XCLIENT', 'XFORWARD']

const replyOfFault: Record<BytesFault, [code: number, text: string]> = {
  'bare line end': [554, 'A line ended in a bare CR or LF: every line ends in CR LF (RFC 5321, 2.3.8).'],
  http: [421, 'This port takes mail by SMTP, and HTTP is another protocol.'],
  'too many lines': [421, 'Too many commands without an API key.'],
}

interface ForTests {
  places?: typeof placeLimits
  signInMs?: number
  receiveTimes?: typeof receiveTimes
  turns?: Partial<typeof turnLimits>
}

export async function listenSmtp(
  deps: SmtpDeps & { pictureDemand: PictureDemand },
  http: Pick<HttpConfig, 'host' | 'tls' | 'trustProxy'>,
  { hostName, ...smtp }: SmtpConfig & { hostName: string } & ForTests,
): Promise<SmtpListening> {
  const { tls } = http
  const places = createMailPlaces(smtp.places)
  const sessions = new Map<string, MailSession>()
  let isClosing = false
  const sessionOf = ({ id }: SMTPServerSession): MailSession => {
    const session = sessions.get(id)
    if (!session) throw new Error('an SMTP session without a connection')
    return session
  }
  const disabled = [...disabledCommands, ...(tls ? [] : ['STARTTLS'])]

  const server: StrictSmtpServer = new StrictSmtpServer({
    ...limits,
    ...(tls && { cert: await readFile(tls.certFile), key: await readFile(tls.keyFile) }),
    proxies: smtp.usesProxyProtocol ? http.trustProxy : [],
    maxLinesUnknown,
    name: hostName,
    logger: false,
    disableReverseLookup: true,
    // The handlers say who has to sign in, and where.
    authOptional: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    hideENHANCEDSTATUSCODES: false,
    rejectOversized: true,
    lenientAddressParsing: true,
    disabledCommands: disabled,
    onOpen: (connection, peer) => {
      const session = new MailSession(connection, peer, places, smtp.signInMs)
      sessions.set(connection.id, session)
      return () => session.login === null
    },
    onFault: (connection, fault) => {
      connection.send(...replyOfFault[fault])
      connection.close()
    },
    onClose: (session) => {
      sessions.get(session.id)?.end()
      sessions.delete(session.id)
    },
    ...createHandlers(
      { ...deps, mailTurns: createMailTurns(deps.pictureDemand, { ...turnLimits, ...smtp.turns }) },
      {
        smtp,
        limits: { maxBytes: limits.size, times: smtp.receiveTimes },
        disabledCommands: disabled,
        sessionOf,
        watch: ({ connection }, socket) => server.watch(connection, socket),
        isClosing: () => isClosing,
      },
    ),
  })
  // What a broken connection tells: the sender knows.
  server.on('error', (error) => deps.logger.debug({ err: error }, 'an SMTP session broke off'))
  server.server.maxConnections = maxSockets
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(smtp.port, http.host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: async (withinMs) => {
      isClosing = true
      server.options.closeTimeout = Math.max(1, withinMs)
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const session of sessions.values())
        if (!session.isReceiving) session.connection.send(...replyOfStop)
      await closed
    },
  }
}
