import type { ProductConfig } from '@pas/settings/product'
import { mailHtml } from './mail-html'
import type { Mail } from './mailer'

/** The languages in which mails are written; the first is the default. */
export const mailLanguages = ['en', 'de', 'fr'] as const

export type MailLanguage = (typeof mailLanguages)[number]

export type MailTexts<T> = Record<MailLanguage, T>

/** The parts of a mail that are the same for every recipient. */
export interface MailSender {
  /** The auth service's URL, without a trailing slash. */
  authUrl: string
  product: Pick<ProductConfig, 'name' | 'supportUrl' | 'logoUrl'>
}

export interface MailText<Values> {
  subject: (values: Values) => string
  /** What lists of mails show beside the subject. */
  preheader: string
  /** The paragraphs before the link; the last one leads to it. */
  before: (values: Values) => string[]
  /** The button. */
  action: string
  after: string[]
}

/** What is the same in every mail. */
const sharedTexts: MailTexts<{ addressHint: string; support: string }> = {
  en: { addressHint: 'The button does not work? Then open this address:', support: 'Questions?' },
  de: { addressHint: 'Die Schaltfläche geht nicht? Dann öffnen Sie diese Adresse:', support: 'Fragen?' },
  fr: {
    addressHint: 'Le bouton ne fonctionne pas\u202f? Ouvrez alors cette adresse\u00a0:',
    support: 'Des questions\u202f?',
  },
}

/** Writes a mail, as text and as HTML (`mailHtml`). `url` is where its button leads. */
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

/** English for a language that this release does not have: an earlier or later release may have stored it. */
export const mailLanguageOf = (language: string | null): MailLanguage =>
  mailLanguages.find((known) => known === language) ?? 'en'
