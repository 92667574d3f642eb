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

/** Answer of `GET /v2/user_settings/clients/configuration_url` (docs/contract.md §3). */
export const configurationUrlBody = z
  .object({
    configuration_url: z
      .url()
      .meta({ description: 'Opaque. Valid for 7 days, as often as one likes; it signs nobody in.' }),
  })
  .meta({ id: 'ConfigurationUrl' })
