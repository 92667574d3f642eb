import { createOneTimeLink, orderLinkMail, type PasswordLink } from '@pas/accounts/one-time-links'
import type { RowDeps } from '@pas/db/row-deps'
import { mailbox } from '@pas/mail/mailbox'
import { createMailer, MailNotSentError } from '@pas/mail/mailer'
import { oneTimeLinkUrl } from '@pas/mail/one-time-link-url'
import { sendLinkMail } from '@pas/mail/send-link-mail'
import type { MailSender } from '@pas/mail/write-mail'
import { addressSettings } from '@pas/settings/addresses'
import { checkMail, mailConfig, mailSettings, type MailConfig } from '@pas/settings/mail'
import { parseConfig } from '@pas/settings/parse-config'
import { productConfig, productSettings } from '@pas/settings/product'
import { variablesOf } from '@pas/settings/setting'
import { CommandError } from './command-error'
import type { CommandContext } from './perform'
import type { AnswerRow } from './render-answer'

/** By mail when a mail server is configured; otherwise the operator is shown the link. */
export interface LinkDelivery {
  /** Call it in the command's transaction. */
  prepare(deps: RowDeps, link: PasswordLink, email: string): Promise<AnswerRow>
  /** Call it after the commit. Rejects with `mail_delayed` or `mail_refused`. */
  send(deps: RowDeps): Promise<undefined>
}

const { AUTH_URL } = addressSettings
const variables = variablesOf(
  'pas',
  { AUTH_URL, ...mailSettings, ...productSettings },
  { SMTP_FROM: mailbox.optional() },
).superRefine(checkMail)

/** Until then the auth processes do not send the mail, which the command sends itself. */
const ownAttemptMs = 60_000

export async function createLinkDelivery(
  context: Pick<CommandContext, 'readEnvironment'>,
): Promise<LinkDelivery> {
  const env = parseConfig(variables, await context.readEnvironment())
  const sender: MailSender = { authUrl: env.AUTH_URL, product: productConfig(env) }
  const mail = mailConfig(env)
  return mail ? deliverByMail(sender, mail) : showToOperator(sender)
}

function showToOperator({ authUrl }: MailSender): LinkDelivery {
  return {
    prepare: async (deps, link) => {
      const { token, expiresAt } = await createOneTimeLink(deps, link)
      return { link: oneTimeLinkUrl(authUrl, token), valid_until: expiresAt.toISOString() }
    },
    send: () => Promise.resolve(undefined),
  }
}

function deliverByMail(sender: MailSender, mail: MailConfig): LinkDelivery {
  let id: bigint | undefined
  return {
    prepare: async (deps, link, email) => {
      id = await orderLinkMail(deps, link, new Date(deps.clock.now().getTime() + ownAttemptMs))
      return { mailed_to: email }
    },
    send: async (deps) => {
      if (id === undefined) return
      try {
        await sendLinkMail({ ...deps, ...sender, mailer: createMailer(mail) }, { id })
      } catch (error) {
        throw error instanceof MailNotSentError ? explainFailure(error) : error
      }
    },
  }
}

function explainFailure(error: MailNotSentError): CommandError {
  const { isFinal, message } = error
  return isFinal
    ? new CommandError(
        'mail_refused',
        `The mail with the link was not sent, and will not be tried again: ${message}. Check the e-mail address and SMTP_FROM; then run 'pas user reset'.`,
        { cause: error },
      )
    : new CommandError(
        'mail_delayed',
        `The mail with the link could not be sent yet: ${message}. The link is not lost: the auth service tries again for 24 hours. Check SMTP_URL.`,
        { cause: error },
      )
}
