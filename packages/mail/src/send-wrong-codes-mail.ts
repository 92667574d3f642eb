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
 * Sends one mail about wrong codes that is due. Resolves to false when there is none. Rejects with a `MailNotSentError`
 * when it could not be sent: it is then due again later, or, if the error is final, is deleted.
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

/** Writes the mail, in the user's language or else in English. */
export function writeWrongCodesMail(sender: MailSender, warning: WrongCodesMail): Mail {
  const language = mailLanguageOf(warning.language)
  const values = { ...warning, productName: sender.product.name }
  const text = wrongCodesMailTexts[language]
  return writeMail(sender, language, { text, values, url: sender.authUrl + lostPasswordPath })
}
