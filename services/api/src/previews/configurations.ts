import { images, orientation } from '@pas/api-contract/clients'
import type { requestedConfigurationsBody } from '@pas/api-contract/previews'
import { ApiError } from '@pas/runtime/errors'
import { z } from 'zod'
import { namesOf, type MemberNames } from '../http/json-body'
import type { PreviewConfiguration } from '@pas/email-clients/email-client'
import { chooseConfiguration } from './schema'

/** Not validated here: `chooseConfiguration` knows what each email client allows. */
const option = (values: z.ZodEnum, byDefault: string) =>
  z
    .unknown()
    .optional()
    .meta({
      type: 'string',
      enum: values.options,
      description: `One that \`GET /clients/configurations\` lists for this email client; \`${byDefault}\` when it is left out.`,
    })

const configurationMembers = {
  client: z
    .string('must be the code of an email client')
    .meta({ description: 'A code of `GET /clients`, in upper or lower case.' }),
  orientation: option(orientation, 'vertical'),
  images: option(images, 'allowed'),
}

export const configurationNames: MemberNames = namesOf(configurationMembers)

const configurationRequest = z
  .object(configurationMembers, 'must be an object with a client')
  .transform(({ client: code, ...options }, context) => {
    try {
      return chooseConfiguration(code, options)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      context.addIssue({ code: 'custom', message: error.publicText, params: { refusal: error } })
      return z.NEVER
    }
  })

const maxConfigurations = 500

/** docs/contract.md §4.3. One invalid entry refuses the request; the error names its index and client. */
export const configurationsRequest = z
  .array(configurationRequest, 'must be an array of objects with a client')
  .min(1, 'must name at least one preview')
  .max(maxConfigurations, `must have at most ${maxConfigurations} entries`)

export const prefetchRequest = z
  .object({ configurations: configurationsRequest }, 'The body must be a JSON object.')
  .meta({
    id: 'PrefetchRequest',
    examples: [{ configurations: [{ client: 'CHROMEGMAILNEW' }, { client: 'PLAINTEXT' }] }],
  })

export const prefetchNames: MemberNames = { configurations: configurationNames }

export const configurationsResponse = (
  configurations: readonly PreviewConfiguration[],
): z.output<typeof requestedConfigurationsBody> =>
  configurations.map(({ emailClient, orientation, images }) => ({
    client: emailClient.code,
    orientation,
    images,
  }))
