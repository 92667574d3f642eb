import { families } from '@pas/email-clients/catalogue'

const { apple, colourVision, gmail, notes, outlookWeb, realClients, samsung, text } = families
const { thunderbirdAndroid, webmail, word, yahoo } = families

interface NamedEmailClient {
  code: string
  name: string
}

const isOn =
  (device: string) =>
  ({ name }: NamedEmailClient): boolean =>
    name.startsWith(device)

/** Sections with most mail first. Apple's clients have three, because one would be a third of the page. */
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

export const emailClientSections = Object.keys(sections) as EmailClientSection[]

const sectionByCode = new Map(
  emailClientSections.flatMap((section) => sections[section].map(({ code }) => [code, section])),
)

/** An email client that is unknown here, as one of a newer API, is in the last section. */
export const sectionOf = (code: string): EmailClientSection => sectionByCode.get(code) ?? 'others'
