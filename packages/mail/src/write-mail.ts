import type { ProductConfig } from '@pas/settings/product'
import { mailHtml } from './mail-html'
import type { Mail } from './mailer'

export const mailLanguages = ['en', 'de', 'fr'] as const

export type MailLanguage = (typeof mailLanguages)[number]

export type MailTexts<T> = Record<MailLanguage, T>

export interface MailSender {
  /** Without a trailing slash. */
  authUrl: string
  product: Pick<ProductConfig, 'name' | 'supportUrl' | 'logoUrl'>
}

export interface MailText<Values> {
  subject: (values: Values) => string
  preheader: string
  /** Paragraphs before the link; the last introduces it. */
  before: (values: Values) => string[]
  action: string
  after: string[]
}

const sharedTexts: MailTexts<{ addressHint: string; support: string }> = {
  en: { addressHint: 'The button does not work? Then open this address:', support: 'Questions?' },
  de: { addressHint: 'Die Schaltfläche geht nicht? Dann öffnen Sie diese Adresse:', support: 'Fragen?' },
  fr: {
    addressHint: 'Le bouton ne fonctionne pas\u202f? Ouvrez alors cette adresse\u00a0:',
    support: 'Des questions\u202f?',
  },
}

export function writeMail<Values extends { email: string }>(
  { authUrl, product }: MailSender,
  language: MailLanguage,
  { text, values, url }: { text: MailText<Values>; values: Values; url: string },
): Mail {
  const shared = sharedTexts[language]
  const subject = text.subject(values)
  const before = text.before(values)
  const support = product.supportUrl === null ? [] : [`${shared.support} ${product.supportUrl}`]
  const { preheader, after, action: label } = text
  return {
    to: values.email,
    subject,
    text: `${[...before, url, ...after, ...support, product.name].join('\n\n')}\n`,
    html: mailHtml(
      { ...product, authUrl },
      { language, subject, preheader, before, action: { label, url }, after, ...shared },
    ),
  }
}

/** English for a language of another release. */
export const mailLanguageOf = (language: string | null): MailLanguage =>
  mailLanguages.find((known) => known === language) ?? 'en'
