import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import type { EmailClient } from '@pas/email-clients/catalogue/email-client'

/**
 * The email clients that a user chose to test with, or the default set until then (specification §4.4), by code. A chosen one that is
 * offered no longer is left out.
 */
export async function listDefaultEmailClients(
  { db, defaultEmailClients }: { db: Database; defaultEmailClients: readonly string[] },
  userId: number,
): Promise<EmailClient[]> {
  const offered = (codes: readonly string[]): EmailClient[] =>
    codes.map(findEmailClient).filter((emailClient) => emailClient !== null)
  const chosen = offered((await findEmailClientChoice({ db }, userId)) ?? [])
  return chosen.length > 0 ? chosen : offered(defaultEmailClients)
}
