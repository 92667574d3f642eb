import { createLinkDelivery, type LinkDelivery } from '@pas/mail/link-delivery'
import { mailbox } from '@pas/mail/mailbox'
import { MailNotSentError } from '@pas/mail/mailer'
import { addressSettings } from '@pas/settings/addresses'
import { checkMail, mailConfig, mailSettings } from '@pas/settings/mail'
import { parseConfig } from '@pas/settings/parse-config'
import { productConfig, productSettings } from '@pas/settings/product'
import { variablesOf } from '@pas/settings/setting'
import { CommandError } from './command-error'
import type { CommandContext } from './perform'

const { AUTH_URL } = addressSettings
const variables = variablesOf(
  'pas',
  { AUTH_URL, ...mailSettings, ...productSettings },
  { SMTP_FROM: mailbox.optional() },
).superRefine(checkMail)

/** `send` rejects with `mail_delayed` or `mail_refused`. */
export async function readLinkDelivery(
  context: Pick<CommandContext, 'readEnvironment'>,
): Promise<LinkDelivery> {
  const env = parseConfig(variables, await context.readEnvironment())
  const delivery = createLinkDelivery(
    { authUrl: env.AUTH_URL, product: productConfig(env) },
    mailConfig(env) ?? null,
  )
  const explain = (error: unknown): never => {
    throw error instanceof MailNotSentError ? explainFailure(error) : error
  }
  return { ...delivery, send: (deps) => delivery.send(deps).catch(explain) }
}

function explainFailure(error: MailNotSentError): CommandError {
  const { isFinal, message } = error
  const explanation = isFinal
    ? `The mail with the link was not sent, and will not be tried again: ${message}. Check the e-mail address and SMTP_FROM; then run 'pas user reset'.`
    : `The mail with the link could not be sent yet: ${message}. The link is not lost: the auth service tries again for 24 hours. Check SMTP_URL.`
  return new CommandError(isFinal ? 'mail_refused' : 'mail_delayed', explanation, { cause: error })
}
