import type {
  configurationUrlBody,
  currentUserBody,
  emailClientsBody,
  emailClientSetsBody,
} from '@pas/api-contract/users'
import type { EmailClientSet } from '@pas/accounts/email-client-sets'
import type { EmailClient } from '@pas/email-clients/email-client'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { z } from 'zod'

export function currentUserResponse(user: {
  id: number
  firstName: string
  lastName: string
  language: string | null
}): z.output<typeof currentUserBody> {
  const { id, firstName, lastName, language } = user
  const full_name = `${firstName} ${lastName}`
  return { user: { id, full_name, first_name: firstName, last_name: lastName, language } }
}

export function emailClientsResponse(
  emailClients: readonly EmailClient[],
): z.output<typeof emailClientsBody> {
  return { clients: emailClients.map(({ code, name, group, platform }) => ({ code, name, group, platform })) }
}

/** Leaves out sets of which nothing is offered any more. */
export const emailClientSetsResponse = (
  sets: readonly EmailClientSet[],
): z.output<typeof emailClientSetsBody> => ({
  sets: sets
    .map(({ id, name, emailClients }) => ({ id, name, clients: emailClients.filter(findEmailClient) }))
    .filter(({ clients }) => clients.length > 0),
})

export function configurationUrlResponse(
  authUrl: string,
  link: string,
): z.output<typeof configurationUrlBody> {
  return { configuration_url: `${authUrl}/settings/clients?link=${link}` }
}
