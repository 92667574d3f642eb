import type { ProductConfig } from '@pas/runtime/product-config'
import type { Mail } from './mailer'

/** The languages in which mails are written; the first is the default. */
export const mailLanguages = ['en', 'de', 'fr'] as const

/** A language in which mails are written. */
export type MailLanguage = (typeof mailLanguages)[number]

/** The texts of one mail in every language. */
export type MailTexts<T> = Record<MailLanguage, T>

/** The parts of a mail that are the same for every recipient. */
export interface MailSender {
  /** The auth service's URL, without a trailing slash. */
  authUrl: string
  product: Pick<ProductConfig, 'name' | 'supportUrl'>
}

/** What is before the product's support URL. */
const supportTexts: MailTexts<string> = { en: 'Questions?', de: 'Fragen?', fr: 'Des questions\u202f?' }

/** Writes a mail, as text and as HTML: these paragraphs, then the product's support URL and its name. */
export function writeMail(
  { product }: Pick<MailSender, 'product'>,
  language: MailLanguage,
  { to, subject, paragraphs }: Pick<Mail, 'to' | 'subject'> & { paragraphs: readonly string[] },
): Mail {
  const support = product.supportUrl === null ? [] : [`${supportTexts[language]} ${product.supportUrl}`]
  const all = [...paragraphs, ...support, product.name]
  return {
    to,
    subject,
    text: `${all.join('\n\n')}\n`,
    html: all.map((text) => `<p>${linked(escaped(text))}</p>`).join('\n'),
  }
}

/** English for a language that this release does not have: an earlier or later release may have stored it. */
export const mailLanguageOf = (language: string | null): MailLanguage =>
  mailLanguages.find((known) => known === language) ?? 'en'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
/** Escaped text in which each https and mailto URL is a link. */
const linked = (html: string): string =>
  html.replace(/(?:https:\/\/|mailto:)\S+/g, (url) => `<a href="${url}">${url}</a>`)
