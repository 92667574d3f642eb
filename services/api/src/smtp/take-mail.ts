import type { SMTPServerDataStream, SMTPServerEnvelope } from 'smtp-server'
import { smallBodyBytes } from '@pas/runtime/http/bodies-in-flight'
import type { Logger } from '@pas/runtime/logger'
import type { AuthenticationDeps } from '../authentication/authenticate'
import { smtpReplied } from '../events'
import type { AccountRates } from '../limits/account-rates'
import type { EmailBodies } from '../limits/email-bodies'
import type { MailSession } from './mail-session'
import type { MailTurns } from './mail-turns'
import { receiveMessage, type receiveTimes } from './receive-message'
import { refusalOf } from './smtp-refusal'
import { storeMail } from './store-mail'

export type SmtpDeps = AuthenticationDeps &
  Parameters<typeof storeMail>[0] & {
    accountRates: Pick<AccountRates, 'emails' | 'bytes'>
    emailBodies: Pick<EmailBodies, 'mails'>
    logger: Logger
  }

/** Resolves to the email's guid. Its bytes are in flight until it is stored. Rejects with an `SmtpRefusal`. */
export async function takeMail(
  deps: SmtpDeps & { mailTurns: MailTurns },
  { login }: Pick<MailSession, 'login'>,
  stream: SMTPServerDataStream,
  { mailFrom, rcptTo }: SMTPServerEnvelope,
  limits: { maxBytes: number; times?: typeof receiveTimes | undefined },
): Promise<string> {
  if (!login) throw new Error('a message without a login')
  const { principal, inbox } = login
  const { accountId } = principal
  const startedAt = performance.now()
  const announced = mailFrom && mailFrom.args ? mailFrom.args.SIZE : undefined
  const announcedBytes = typeof announced === 'string' ? Number(announced) : smallBodyBytes
  const recipients = rcptTo.map(({ address }) => address)
  const replied = (emailId: string | null, reply: number, error?: unknown): void => {
    const mail = {
      accountId,
      emailId,
      bytes: stream.byteLength,
      ms: Math.round(performance.now() - startedAt),
    }
    smtpReplied(deps.logger, mail, reply, error)
  }
  const heldBody = deps.emailBodies.mails.open(accountId)
  try {
    const message = await receiveMessage(stream, heldBody, { announcedBytes, ...limits })
    const emailId = await deps.mailTurns.run(accountId, () =>
      storeMail(deps, principal, { inbox, recipients, message }),
    )
    replied(emailId, 250)
    return emailId
  } catch (error) {
    const refusal = refusalOf(error)
    replied(null, refusal.responseCode, error)
    // As for bodies of HTTP: reading what is refused takes time, too.
    if ([552, 554].includes(refusal.responseCode))
      void deps.accountRates.bytes.spend(accountId, stream.byteLength)
    throw refusal
  } finally {
    heldBody.release()
  }
}
