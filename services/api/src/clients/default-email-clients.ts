import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { Principal } from '../authentication/authenticate'
import type { EngineStatus, ServedEngine } from './engine-status'

/**
 * The user's choice, or else the default set (docs/contract.md §3). Leaves out defaults that no worker serves, unless
 * none is served.
 */
export async function listDefaultEmailClients(
  {
    db,
    engineStatus,
    config,
  }: { db: Database; engineStatus: EngineStatus; config: { defaultEmailClients: readonly string[] } },
  userId: number,
): Promise<EmailClient[]> {
  const chosen = findOffered((await findEmailClientChoice({ db }, userId)) ?? [])
  if (chosen.length > 0) return chosen
  const served = await engineStatus.served().catch(() => new Map<string, ServedEngine>())
  const defaults = findOffered(config.defaultEmailClients)
  const servedDefaults = defaults.filter(({ engine }) => served.has(engine))
  return servedDefaults.length > 0 ? servedDefaults : defaults
}

/** For a request that names no email clients. */
export const emailClientsOf = async (
  deps: Parameters<typeof listDefaultEmailClients>[0],
  { userId }: Principal,
): Promise<EmailClient[]> =>
  userId === null ? findOffered(deps.config.defaultEmailClients) : listDefaultEmailClients(deps, userId)

const findOffered = (codes: readonly string[]): EmailClient[] =>
  codes.map(findEmailClient).filter((emailClient) => emailClient !== null)
