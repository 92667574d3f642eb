import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { ApiParts } from '../api-parts'
import type { Principal } from '../authentication/authenticate'
import { listDefaultEmailClients } from '../users/list-default-email-clients'

export const emailClientsOf = async (
  deps: Pick<ApiParts, 'db' | 'config' | 'engineStatus'>,
  { userId }: Principal,
): Promise<EmailClient[]> =>
  userId === null
    ? deps.config.defaultEmailClients.flatMap((code) => findEmailClient(code) ?? [])
    : listDefaultEmailClients(deps, userId)
