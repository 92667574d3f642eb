import { families } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'

const { apple, colourVision, gmail, notes, outlookWeb, realClients, samsung, text } = families
const { thunderbirdAndroid, webmail, word, yahoo } = families

const isOn =
  (device: string) =>
  ({ name }: EmailClient): boolean =>
    name.startsWith(device)

/**
 * Every email client, by its section of the settings page. The sections in which most mail is read come first. Apple's
 * clients have three sections, because one would be a third of the page.
 */
export const emailClientSections = {
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
} satisfies Record<string, readonly EmailClient[]>

/** The name of a section. */
export type EmailClientSection = keyof typeof emailClientSections
