import type { EmailClientSet } from '@pas/accounts/email-client-sets'
import type { EmailClient } from '@pas/email-clients/email-client'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { z } from 'zod'

/** Answer of `GET /v2/users/current` (docs/contract.md §3). */
export const currentUserBody = z
  .object({
    user: z.object({
      id: z.int().meta({ description: 'Stays the same for the life of the user.', examples: [42] }),
      full_name: z.string().meta({ examples: ['Ada Lovelace'] }),
      first_name: z.string().meta({ examples: ['Ada'] }),
      last_name: z.string().meta({ examples: ['Lovelace'] }),
      language: z
        .string()
        .nullable()
        .meta({
          description:
            'The language that the user chose for our pages, an RFC 5646 tag; null: none, so their browser’s.',
          examples: ['de', null],
        }),
    }),
  })
  .meta({ id: 'CurrentUser' })

/** The wire form of the token's user. */
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

/** Answer of `GET /v2/user_settings/clients` (docs/contract.md §3). */
export const emailClientsBody = z
  .object({
    clients: z.array(
      z.object({
        code: z.string().meta({ description: 'As in the preview paths.', examples: ['CHROMEGMAILNEW'] }),
        name: z.string().meta({ examples: ['Gmail'] }),
        group: z.string().meta({ examples: ['Web-based'] }),
        platform: z.string().meta({ examples: ['Chrome'] }),
      }),
    ),
  })
  .meta({ id: 'DefaultEmailClients' })

/** The wire form of the email clients that a user tests with. */
export function emailClientsResponse(
  emailClients: readonly EmailClient[],
): z.output<typeof emailClientsBody> {
  return { clients: emailClients.map(({ code, name, group, platform }) => ({ code, name, group, platform })) }
}

/** Answer of `GET /v2/user_settings/client_sets` (docs/contract.md §3). */
export const emailClientSetsBody = z
  .object({
    sets: z.array(
      z.object({
        id: z.int().meta({ description: 'Stays the same for the life of the set.', examples: [7] }),
        name: z.string().meta({ description: 'Unique for the user.', examples: ['Outlook check'] }),
        clients: z
          .array(z.string())
          .meta({ description: 'Codes, as in the preview paths; at least one.', examples: [['OL2016']] }),
      }),
    ),
  })
  .meta({ id: 'EmailClientSets' })

/** The wire form of a user's sets of email clients, without those of which nothing is offered any more. */
export const emailClientSetsResponse = (
  sets: readonly EmailClientSet[],
): z.output<typeof emailClientSetsBody> => ({
  sets: sets
    .map(({ id, name, emailClients }) => ({ id, name, clients: emailClients.filter(findEmailClient) }))
    .filter(({ clients }) => clients.length > 0),
})

/** Answer of `GET /v2/user_settings/clients/configuration_url` (docs/contract.md §3). */
export const configurationUrlBody = z
  .object({
    configuration_url: z
      .url()
      .meta({ description: 'Opaque. Valid for 7 days, as often as one likes; it signs nobody in.' }),
  })
  .meta({ id: 'ConfigurationUrl' })

/** `authUrl` is where the settings page is, without a trailing slash. */
export function configurationUrlResponse(
  authUrl: string,
  link: string,
): z.output<typeof configurationUrlBody> {
  return { configuration_url: `${authUrl}/settings/clients?link=${link}` }
}
