import { MailNotSentError } from '@pas/mail/mailer'
import { sendInvitationMail } from '@pas/mail/send-invitation-mail'
import { sendLinkMail, type LinkMailDeps } from '@pas/mail/send-link-mail'
import { sendWrongCodesMail } from '@pas/mail/send-wrong-codes-mail'
import { asProcess } from '@pas/runtime/caller'
import type { Logger } from '@pas/runtime/logger'
import { mailTried, type MailKind } from '../events'

/** For retries and other processes' mails: `wake` sends this process's at once. */
const pollMs = 5_000

/** Sends the mails that are due, also those of other processes and of before a restart. */
export interface MailOutbox {
  wake(): void
  /** Resolves when the mail that is being sent, if any, has been sent or has failed. */
  close(): Promise<void>
}

/** The rows say what is due, so several processes share the work, and a mail that could not be sent is tried again. */
export function startMailOutbox(deps: LinkMailDeps & { logger: Logger }): MailOutbox {
  let isClosed = false
  let isWoken = false
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    while (isWoken && !isClosed) {
      isWoken = false
      await sendDueMails(deps, () => isClosed)
    }
  }
  const wake = (): void => {
    isWoken = true
    running ??= asProcess(run).finally(() => {
      running = null
      // `wake` was called after the loop in `run` had ended.
      if (isWoken && !isClosed) wake()
    })
  }
  const timer = setInterval(wake, pollMs).unref()
  wake()
  return {
    wake,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

/** Each resolves to whether there was a mail to send. */
const senders: Readonly<Record<MailKind, (deps: LinkMailDeps) => Promise<boolean>>> = {
  one_time_link: (deps) => sendLinkMail(deps),
  wrong_codes: sendWrongCodesMail,
  invitation: sendInvitationMail,
}

/** Never rejects. */
async function sendDueMails(deps: LinkMailDeps & { logger: Logger }, isClosed: () => boolean): Promise<void> {
  try {
    // Alternates between the kinds: strangers can have many mails with links sent, which must not delay the others.
    let hadMail: boolean
    do {
      hadMail = false
      for (const kind of Object.keys(senders) as MailKind[]) {
        if (!isClosed() && (await trySending(deps, kind))) hadMail = true
      }
    } while (hadMail)
  } catch (error) {
    deps.logger.warn({ err: error }, 'due mails cannot be read')
  }
}

/** Rejects when the database is away. */
async function trySending(deps: LinkMailDeps & { logger: Logger }, kind: MailKind): Promise<boolean> {
  try {
    const isSent = await senders[kind](deps)
    if (isSent) mailTried(kind, 'sent')
    return isSent
  } catch (error) {
    if (!(error instanceof MailNotSentError)) throw error
    mailTried(kind, error.isFinal ? 'refused' : 'delayed')
    deps.logger.warn({ kind, reason: error.message, isFinal: error.isFinal }, 'mail not sent')
    return true
  }
}
