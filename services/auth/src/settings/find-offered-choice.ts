import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'

/**
 * Codes of the email clients that a user chose and that are still offered; null when there are none, and the popular
 * set is to be used.
 */
export async function findOfferedChoice({ db }: { db: Database }, userId: number): Promise<string[] | null> {
  const chosen = (await findEmailClientChoice({ db }, userId)) ?? []
  const offered = chosen.filter((code) => findEmailClient(code))
  return offered.length > 0 ? offered : null
}
