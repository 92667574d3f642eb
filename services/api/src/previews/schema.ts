import { images, orientation } from '@pas/api-contract/clients'
import type { previewBody, requestedConfigurationsBody } from '@pas/api-contract/previews'
import { picturePath } from '@pas/captures/storage-keys'
import type { PictureSize } from '@pas/captures/picture-sizes'
import type { Captured } from '@pas/captures/capture-state'
import { emailClients, findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient, PreviewConfiguration } from '@pas/email-clients/email-client'
import type { Preview } from '@pas/db/database'
import { didYouMean } from '@pas/runtime/did-you-mean'
import { ApiError, invalidField } from '@pas/runtime/errors'
import { z } from 'zod'
import { namesOf, type MemberNames } from '../http/json-body'

export interface PreviewAddress extends PreviewConfiguration {
  emailGuid: string
}

export const emailGuid = z
  .guid('must be a UUID, as email_guid in the answer of POST /emails')
  .meta({ description: '`email_guid` of the answer to `POST /emails`.' })

/** Throws a 400 that names what is wrong, and where the allowed values are listed. */
export function parsePreviewAddress(
  params: Readonly<Record<string, string | undefined>>,
  query: Readonly<Record<string, unknown>>,
): PreviewAddress {
  return {
    emailGuid: parseEmailGuid(params.emailGuid),
    ...chooseConfiguration(params.emailClient ?? '', query, 'client_code'),
  }
}

/** In lower case. Throws a 400 unless it is a UUID. */
export function parseEmailGuid(guid: unknown, field = 'email_guid'): string {
  const parsed = emailGuid.safeParse(guid)
  if (parsed.success) return parsed.data.toLowerCase()
  const message = parsed.error.issues[0]?.message ?? 'is not valid'
  throw invalidField(`The ${field} ${message}.`, { field, message })
}

const codes = emailClients.map(({ code }) => code)

/** Takes upper and lower case. Throws a 400 that names `field` and similar codes. */
export function requireEmailClient(code: string, field = 'client'): EmailClient {
  const emailClient = findEmailClient(code)
  if (emailClient) return emailClient
  throw invalidField(
    `There is no email client '${shorten(code)}'; GET /clients lists them.${didYouMean(code, codes, (known) => findEmailClient(known)?.name)}`,
    { field, code: 'unknown_client' },
  )
}

/** Throws a 400 as `parsePreviewAddress` does; `codeField` is the name under which the code was sent. */
function chooseConfiguration(
  code: string,
  options: { orientation?: unknown; images?: unknown },
  codeField = 'client',
): PreviewConfiguration {
  const emailClient = requireEmailClient(code, codeField)
  const { orientationOptions, imagesOptions } = emailClient
  return {
    emailClient,
    orientation: chooseOption(
      'orientation',
      options.orientation,
      orientationOptions,
      'vertical',
      emailClient,
    ),
    images: chooseOption('images', options.images, imagesOptions, 'allowed', emailClient),
  }
}

function chooseOption<Option extends string>(
  name: string,
  sent: unknown,
  offered: readonly Option[],
  byDefault: Option,
  emailClient: EmailClient,
): Option {
  if (sent === undefined) return byDefault
  const option = offered.find((candidate) => candidate === sent)
  if (option !== undefined) return option
  const quoted = typeof sent === 'string' ? JSON.stringify(shorten(sent)) : 'that is not one text'
  throw invalidField(
    `${emailClient.code} does not offer ${name} ${quoted}, only ${offered.join(', ')}; see GET /clients/configurations.`,
    { field: name, code: 'not_offered' },
  )
}

const shorten = (sent: string): string => (sent.length > 40 ? `${sent.slice(0, 40)}…` : sent)

/** Not validated here: `chooseConfiguration` knows what each email client allows. */
const optionMember = (values: z.ZodEnum, byDefault: string) =>
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
  orientation: optionMember(orientation, 'vertical'),
  images: optionMember(images, 'allowed'),
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

/** Pictures are below IMAGES_URL. */
export const pictureUrl = (
  imagesUrl: string,
  preview: Pick<Preview, 'imageToken'>,
  size: PictureSize,
): string => `${imagesUrl}/${picturePath(preview.imageToken, size)}`

export function previewResponse(
  imagesUrl: string,
  emailClient: EmailClient,
  {
    width,
    height,
    truncated,
    ...preview
  }: Captured<Pick<Preview, 'status' | 'imageToken' | 'capturedAt' | 'width' | 'height' | 'truncated'>>,
): z.output<typeof previewBody> {
  const url = (size: PictureSize): string => pictureUrl(imagesUrl, preview, size)
  return {
    full_url: url('full'),
    thumb_url: url('thumb'),
    thumb450_url: url('thumb450'),
    fidelity: emailClient.fidelity,
    engine: emailClient.engine,
    captured_at: preview.capturedAt.toISOString(),
    width,
    height,
    truncated,
  }
}
