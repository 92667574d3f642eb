import type { LinkMail } from '@pas/accounts/link-mails'
import { linkMailTexts } from './link-mail-texts'
import type { Mail } from './mailer'
import { oneTimeLinkUrl } from './one-time-link-url'
import { mailLanguageOf, writeMail, type MailSender } from './write-mail'

/** Writes the mail with a one-time link, in the language of the link or else in English. */
export function writeLinkMail(sender: MailSender, link: LinkMail): Mail {
  const language = mailLanguageOf(link.language)
  const values = { firstName: link.firstName, email: link.email, productName: sender.product.name }
  const text = linkMailTexts[language][link.purpose]
  return writeMail(sender, language, { text, values, url: oneTimeLinkUrl(sender.authUrl, link.token) })
}
