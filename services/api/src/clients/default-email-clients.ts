import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { Principal } from '../authentication/authenticate'
import type { EngineStatus } from './engine-status'

/**
 * The email clients that a user chose to test with, or the default set when the user has chosen none (docs/contract.md
 * §3). Leaves out chosen ones that are not in the catalogue, and default ones whose engine no worker serves, unless
 * that would leave none or the engines' status is unknown.
 */
export async function listDefaultEmailClients(
  {
    db,
    engineStatus,
    config,
  }: { db: Database; engineStatus: EngineStatus; config: { defaultEmailClients: readonly string[] } },
  userId: number,
): Promise<EmailClient[]> {
  const offered = (codes: readonly string[]): EmailClient[] =>
    codes.map(findEmailClient).filter((emailClient) => emailClient !== null)
  const chosen = offered((await findEmailClientChoice({ db }, userId)) ?? [])
  if (chosen.length > 0) return chosen
  const served = await engineStatus.served().catch(() => new Map<string, string>())
  const defaults = offered(config.defaultEmailClients)
  const drawable = defaults.filter(({ engine }) => served.has(engine))
  return drawable.length > 0 ? drawable : defaults
}

/** The email clients of a caller who names none: those that the user chose, or the popular ones. */
export const emailClientsOf = async (
  deps: Parameters<typeof listDefaultEmailClients>[0],
  { userId }: Principal,
): Promise<EmailClient[]> =>
  userId === null
    ? deps.config.defaultEmailClients.flatMap((code) => findEmailClient(code) ?? [])
    : listDefaultEmailClients(deps, userId)
