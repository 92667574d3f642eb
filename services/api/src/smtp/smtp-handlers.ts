import type { Socket } from 'node:net'
import type { Logger } from '@pas/runtime/logger'
import type { SmtpConfig } from '@pas/settings/smtp'
import type { SMTPServerAuthentication, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { credentialCheckMs } from '../authentication/authenticate'
import { smtpReplied } from '../events'
import { countMail } from '../limits/email-bodies'
import type { MailSession } from './mail-session'
import { signIn } from './sign-in'
import { refusalOf, signInRefusalOf, SmtpRefusal } from './smtp-refusal'
import { takeMail } from './take-mail'

/** The inbox of mail that comes without AUTH. */
const openInbox = 'app'

export const replyOfStop = [421, 'The service stops here; send again shortly.'] as const

interface HandlerParts {
  smtp: Pick<SmtpConfig, 'takesKeysInClear' | 'openKey'>
  limits: Parameters<typeof takeMail>[4]
  disabledCommands: string[]
  sessionOf: (session: SMTPServerSession) => MailSession
  watch: (mail: MailSession, socket: Socket) => void
  isClosing: () => boolean
}

/** What the commands of a session do. */
export function createHandlers(
  deps: Parameters<typeof takeMail>[0],
  { smtp, limits, disabledCommands, sessionOf, watch, isClosing }: HandlerParts,
): SMTPServerOptions {
  const { logger, clock } = deps
  const mayTellKey = ({ peer, connection }: MailSession): boolean =>
    connection.secure || peer.isLoopback || smtp.takesKeysInClear

  const authenticate = async (auth: SMTPServerAuthentication, mail: MailSession): Promise<void> => {
    if (!mayTellKey(mail)) throw new SmtpRefusal(538, 'Begin TLS with STARTTLS first.')
    const sent = { userName: auth.username ?? '', password: auth.password ?? '' }
    mail.adopt(await signIn(deps, sent, mail.peer.ip))
  }
  const beginMail = async (mail: MailSession): Promise<void> => {
    const { login, peer } = mail
    if (login === null) {
      if (smtp.openKey === null || !peer.isLoopback) throw new SmtpRefusal(530, howToSignIn(mayTellKey(mail)))
      mail.adopt(await signIn(deps, { userName: openInbox, password: smtp.openKey }, peer.ip))
    } else if (clock.now().getTime() - login.checkedAt.getTime() >= credentialCheckMs)
      await login.checkAgain()
    if (mail.login) await countMail(deps, mail.login.principal.accountId)
  }

  return {
    onConnect: (session, done) => {
      const mail = sessionOf(session)
      // Not offered, so that no sender tells its key in clear.
      if (!mayTellKey(mail)) session.disabledCommands = [...disabledCommands, 'AUTH']
      enter(logger, mail, () => mail.enter(), done)
    },
    onSecure: (socket, session, done) => {
      const mail = sessionOf(session)
      watch(mail, socket)
      session.disabledCommands = disabledCommands
      enter(logger, mail, () => mail.forgetLogin(), done)
    },
    onAuth: (auth, session, done) => {
      const mail = sessionOf(session)
      const startedAt = performance.now()
      authenticate(auth, mail).then(
        () => done(null, { user: mail }),
        (error: unknown) => {
          const refusal = tellRefusal(logger, mail, signInRefusalOf(error), startedAt)
          done(refusal)
          if (refusal.responseCode === 535 && mail.countWrongKey())
            mail.connection.send(421, 'Too many wrong API keys.')
        },
      )
    },
    onMailFrom: (_address, session, done) => {
      const mail = sessionOf(session)
      const startedAt = performance.now()
      beginMail(mail).then(
        () => done(),
        (error: unknown) => done(tellRefusal(logger, mail, refusalOf(error), startedAt)),
      )
    },
    onData: (stream, session, done) => {
      const mail = sessionOf(session)
      mail.isReceiving = true
      void takeMail(deps, mail, stream, session.envelope, limits)
        .then(
          (emailId) => done(null, `Stored as ${emailId}`),
          (error: unknown) => done(refusalOf(error)),
        )
        .finally(() => {
          mail.isReceiving = false
          // The sender may go on sending: its connection ends, but not before it could read the reply.
          if (stream.destroyed && !stream.readableEnded) mail.connection.close()
          else if (isClosing()) mail.connection.send(...replyOfStop)
        })
    },
  }
}

function enter(
  logger: Logger,
  mail: MailSession,
  takePlace: () => void,
  done: (refusal?: Error) => void,
): void {
  try {
    takePlace()
    done()
  } catch (error) {
    done(tellRefusal(logger, mail, refusalOf(error), performance.now()))
  }
}

function tellRefusal(
  logger: Logger,
  mail: MailSession,
  refusal: SmtpRefusal,
  startedAt: number,
): SmtpRefusal {
  const accountId = mail.login?.principal.accountId ?? null
  const ms = Math.round(performance.now() - startedAt)
  smtpReplied(logger, { accountId, emailId: null, bytes: null, ms }, refusal.responseCode, refusal.cause)
  return refusal
}

const howToSignIn = (mayTellKey: boolean): string =>
  `${mayTellKey ? 'Sign in' : 'Begin TLS with STARTTLS, then sign in'} with AUTH PLAIN or LOGIN: the password is an API key, the user name an inbox.`
