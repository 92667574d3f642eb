import { families } from '@pas/email-clients/catalogue'

const { apple, colourVision, gmail, notes, outlookWeb, realClients, samsung, text } = families
const { thunderbirdAndroid, webmail, word, yahoo } = families

/** An email client of which only code and name are needed. */
interface NamedEmailClient {
  code: string
  name: string
}

const isOn =
  (device: string) =>
  ({ name }: NamedEmailClient): boolean =>
    name.startsWith(device)

/**
 * The sections of the chooser, in its order: those in which most mail is read come first. Apple's clients have three
 * sections, because one would be a third of the page.
 */
const sections = {
  iPhone: apple.filter(isOn('iPhone')),
  iPad: apple.filter(isOn('iPad')),
  appleMail: apple.filter((emailClient) => !isOn('iPhone')(emailClient) && !isOn('iPad')(emailClient)),
  gmail,
  outlookWindows: word,
  outlook: outlookWeb,
  yahoo,
  samsung,
  openSource: [...realClients, ...thunderbirdAndroid],
  otherWebmail: webmail,
  others: [...notes, ...text, ...colourVision],
} satisfies Record<string, readonly NamedEmailClient[]>

export type EmailClientSection = keyof typeof sections

/** The names of all sections, in the chooser's order. */
export const emailClientSections = Object.keys(sections) as EmailClientSection[]

const sectionByCode = new Map(
  emailClientSections.flatMap((section) => sections[section].map(({ code }) => [code, section])),
)

/** The section of an email client. One that this release does not know, as an API of the next may offer, is in the last. */
export const sectionOf = (code: string): EmailClientSection => sectionByCode.get(code) ?? 'others'
