import type { EmailClient } from '@pas/email-clients/email-client'
import { z } from 'zod'

/** Answer of `GET /v2/users/current` (docs/contract.md §3). */
export const currentUserBody = z
  .object({
    user: z.object({
      id: z.int().meta({ description: 'Stays the same for the life of the user.', examples: [42] }),
      full_name: z.string().meta({ examples: ['Ada Lovelace'] }),
      first_name: z.string().meta({ examples: ['Ada'] }),
      last_name: z.string().meta({ examples: ['Lovelace'] }),
    }),
  })
  .meta({ id: 'CurrentUser' })

/** The wire form of the token's user. */
export function currentUserResponse(user: {
  id: number
  firstName: string
  lastName: string
}): z.output<typeof currentUserBody> {
  const { id, firstName, lastName } = user
  return { user: { id, full_name: `${firstName} ${lastName}`, first_name: firstName, last_name: lastName } }
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
