import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { Principal } from '../authentication/authenticate'
import type { EngineStatus } from './engine-status'

/**
 * The user's choice, else the default set (docs/contract.md §3), without defaults that no worker serves, unless none
 * would remain.
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

/** For a caller who names none. */
export const emailClientsOf = async (
  deps: Parameters<typeof listDefaultEmailClients>[0],
  { userId }: Principal,
): Promise<EmailClient[]> =>
  userId === null
    ? deps.config.defaultEmailClients.flatMap((code) => findEmailClient(code) ?? [])
    : listDefaultEmailClients(deps, userId)
