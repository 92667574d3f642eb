import { claimLinkMail, giveUpLinkMail, markLinkMailed, type LinkMail } from '@pas/accounts/link-mails'
import { linkMailTexts } from './link-mail-texts'
import { MailNotSentError, type Mail, type Mailer } from './mailer'
import { oneTimeLinkUrl } from './one-time-link-url'
import { mailLanguageOf, writeMail, type MailSender } from './write-mail'

export type LinkMailDeps = Parameters<typeof claimLinkMail>[0] & MailSender & { mailer: Mailer }

/**
 * False when no mail is due. Rejects with a `MailNotSentError`: the mail is due again, or, if the error is final,
 * deleted with its link.
 */
export async function sendLinkMail(deps: LinkMailDeps, which: { id?: bigint } = {}): Promise<boolean> {
  const link = await claimLinkMail(deps, which)
  if (!link) return false
  try {
    await deps.mailer.send(writeLinkMail(deps, link))
  } catch (error) {
    if (error instanceof MailNotSentError && error.isFinal) await giveUpLinkMail(deps, link)
    throw error
  }
  await markLinkMailed(deps, link)
  return true
}

export function writeLinkMail(sender: MailSender, link: LinkMail): Mail {
  const language = mailLanguageOf(link.language)
  const values = { firstName: link.firstName, email: link.email, productName: sender.product.name }
  const text = linkMailTexts[language][link.purpose]
  return writeMail(sender, language, { text, values, url: oneTimeLinkUrl(sender.authUrl, link.token) })
}
