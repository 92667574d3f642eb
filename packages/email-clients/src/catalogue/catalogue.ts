import { profiles } from '../profiles/profiles'
import { desktopEmailClients, textEmailClients } from './desktop-email-clients'
import type { EmailClient } from './email-client'
import { mobileEmailClients } from './mobile-email-clients'
import { webmailEmailClients } from './webmail-email-clients'

/** Every email client that is offered, sorted by code. A client is listed once its profile is real. */
export const emailClients: readonly EmailClient[] = [
  ...desktopEmailClients,
  ...webmailEmailClients,
  ...mobileEmailClients,
  ...textEmailClients,
]
  .filter(({ code }) => profiles.has(code))
  .sort((one, other) => (one.code < other.code ? -1 : 1))

const byCode = new Map(emailClients.map((emailClient) => [emailClient.code, emailClient]))

/** The client of this code, in any letter case; null when none is offered under it. */
export function findEmailClient(code: string): EmailClient | null {
  return byCode.get(code.toUpperCase()) ?? null
}
