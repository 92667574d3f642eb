import {
  claimWrongCodesMail,
  removeWrongCodesMail,
  type WrongCodesMail,
} from '@pas/accounts/wrong-codes-mails'
import { MailNotSentError, type Mail } from './mailer'
import { lostPasswordPath } from './one-time-link-url'
import type { LinkMailDeps } from './send-link-mail'
import { mailLanguageOf, writeMail, type MailSender } from './write-mail'
import { wrongCodesMailTexts } from './wrong-codes-mail-texts'

/**
 * Sends one due mail. False when there is none. Rejects with a `MailNotSentError`: the mail is due again, or deleted if
 * the error is final.
 */
export async function sendWrongCodesMail(deps: LinkMailDeps): Promise<boolean> {
  const warning = await claimWrongCodesMail(deps)
  if (!warning) return false
  try {
    await deps.mailer.send(writeWrongCodesMail(deps, warning))
  } catch (error) {
    if (error instanceof MailNotSentError && error.isFinal) await removeWrongCodesMail(deps, warning)
    throw error
  }
  await removeWrongCodesMail(deps, warning)
  return true
}

export function writeWrongCodesMail(sender: MailSender, warning: WrongCodesMail): Mail {
  const language = mailLanguageOf(warning.language)
  const values = { ...warning, productName: sender.product.name }
  const text = wrongCodesMailTexts[language]
  return writeMail(sender, language, { text, values, url: sender.authUrl + lostPasswordPath })
}
