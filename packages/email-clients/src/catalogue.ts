import { desktopEmailClients, textEmailClients } from './catalogue/desktop-email-clients'
import type { EmailClient } from './email-client'
import { mobileEmailClients } from './catalogue/mobile-email-clients'
import { webmailEmailClients } from './catalogue/webmail-email-clients'

/**
 * Every email client that is offered, sorted by code; each has a profile, which a test holds. It is made of rows alone: most of those who ask
 * what clients there are never emulate one, and the profiles and what they know of support take a second of processor to load.
 */
export const emailClients: readonly EmailClient[] = [
  ...desktopEmailClients,
  ...webmailEmailClients,
  ...mobileEmailClients,
  ...textEmailClients,
].sort((one, other) => (one.code < other.code ? -1 : 1))

const byCode = new Map(emailClients.map((emailClient) => [emailClient.code, emailClient]))

/** The client of this code, in any letter case; null when none is offered under it. */
export function findEmailClient(code: string): EmailClient | null {
  return byCode.get(code.toUpperCase()) ?? null
}
