import type { EmailClient } from '@pas/email-clients/catalogue/email-client'

/** Answer of `GET /v2/users/current` (specification §2.4). */
export function currentUserResponse(user: { id: number; firstName: string; lastName: string }): {
  user: { id: number; full_name: string; first_name: string; last_name: string }
} {
  const { id, firstName, lastName } = user
  return { user: { id, full_name: `${firstName} ${lastName}`, first_name: firstName, last_name: lastName } }
}

/** Answer of `GET /v2/user_settings/clients` (contract §3). */
export function emailClientsResponse(emailClients: readonly EmailClient[]): {
  clients: { code: string; name: string; group: string; platform: string }[]
} {
  return { clients: emailClients.map(({ code, name, group, platform }) => ({ code, name, group, platform })) }
}
