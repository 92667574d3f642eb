import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue'

/** Codes of the user's email clients that are still offered; null when there are none: the popular set is used. */
export async function findOfferedChoice({ db }: { db: Database }, userId: number): Promise<string[] | null> {
  const chosen = (await findEmailClientChoice({ db }, userId)) ?? []
  const offered = chosen.filter((code) => findEmailClient(code))
  return offered.length > 0 ? offered : null
}
