import type { LinkMail } from '@pas/accounts/link-mails'
import type { ProductConfig } from '@pas/runtime/product-config'
import { linkMailTexts, type MailLanguage } from './link-mail-texts'
import type { Mail } from './mailer'
import { oneTimeLinkUrl } from './one-time-link-url'

/** The parts of a mail that are the same for every recipient. */
export interface MailSender {
  /** The auth service's URL, without a trailing slash. */
  authUrl: string
  product: Pick<ProductConfig, 'name' | 'supportUrl'>
}

/** Writes the mail with a one-time link, as text and as HTML, in the language of the link or else in English. */
export function writeLinkMail({ authUrl, product }: MailSender, link: LinkMail): Mail {
  const texts = linkMailTexts[languageOf(link.language)]
  const { subject, before, after } = texts[link.purpose]
  const values = { firstName: link.firstName, email: link.email, productName: product.name }
  const support = product.supportUrl === null ? [] : [`${texts.support} ${product.supportUrl}`]
  const paragraphs = [
    ...before(values),
    oneTimeLinkUrl(authUrl, link.token),
    ...after,
    ...support,
    product.name,
  ]
  return {
    to: link.email,
    subject: subject(values),
    text: `${paragraphs.join('\n\n')}\n`,
    html: paragraphs.map((text) => `<p>${linked(escaped(text))}</p>`).join('\n'),
  }
}

/** English for a language that this release does not have: an earlier or later release may have stored it. */
const languageOf = (language: string): MailLanguage =>
  language in linkMailTexts ? (language as MailLanguage) : 'en'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
/** Escaped text in which each https and mailto URL is a link. */
const linked = (html: string): string =>
  html.replace(/(?:https:\/\/|mailto:)\S+/g, (url) => `<a href="${url}">${url}</a>`)
