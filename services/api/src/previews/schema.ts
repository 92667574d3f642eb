import { pictureKey, type PictureSize } from '@pas/capture-queue/frozen-email'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import type { EmailClient, Images, Orientation } from '@pas/email-clients/catalogue/email-client'
import type { Preview } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import { z } from 'zod'
import { drawnBy } from '../clients/schema'

/** Which preview a request speaks of: one capture, ever, for each of these. */
export interface PreviewAddress {
  emailGuid: string
  emailClient: EmailClient
  orientation: Orientation
  images: Images
}

/** A preview that has its picture. */
export interface CapturedPreview extends Preview {
  capturedAt: Date
  width: number
  height: number
  truncated: boolean
}

/** The email that a path speaks of. */
export const emailGuid = z
  .guid('must be a UUID, as email_guid in the answer of POST /emails')
  .meta({ description: '`email_guid` of the answer to `POST /emails`.' })

/** Reads the path and query of a preview request. Throws a 400 that names what is wrong and where the offered values are listed. */
export function parsePreviewAddress(
  params: Readonly<Record<string, string | undefined>>,
  query: Readonly<Record<string, unknown>>,
): PreviewAddress {
  const guid = emailGuid.safeParse(params.emailGuid)
  if (!guid.success)
    throw new ApiError(
      'invalid_request',
      `The email_guid ${guid.error.issues[0]?.message ?? 'is not valid'}.`,
    )
  const emailClient = findEmailClient(params.emailClient ?? '')
  if (!emailClient) {
    throw new ApiError(
      'invalid_request',
      `There is no email client '${params.emailClient}'; GET /clients lists them.`,
    )
  }
  return {
    emailGuid: guid.data.toLowerCase(),
    emailClient,
    orientation: chooseOption(
      'orientation',
      query.orientation,
      emailClient.orientationOptions,
      'vertical',
      emailClient,
    ),
    images: chooseOption('images', query.images, emailClient.imagesOptions, 'allowed', emailClient),
  }
}

function chooseOption<Option extends string>(
  name: string,
  wanted: unknown,
  offered: readonly Option[],
  byDefault: Option,
  emailClient: EmailClient,
): Option {
  if (wanted === undefined) return byDefault
  const option = offered.find((candidate) => candidate === wanted)
  if (option !== undefined) return option
  throw new ApiError(
    'invalid_request',
    `${emailClient.code} does not offer ${name} ${JSON.stringify(wanted)}, only ${offered.join(', ')}; see GET /clients/configurations.`,
  )
}

/** Where a captured preview's picture is, on IMAGES_URL. */
export const pictureUrl = (
  imagesUrl: string,
  preview: Pick<Preview, 'imageToken'>,
  size: PictureSize,
): string => `${imagesUrl}/${pictureKey(preview.imageToken, size)}`

const pictureAddress = (what: string) => z.url().meta({ description: `PNG: ${what}.` })

/** The JSON form of a captured preview (contract §4). */
export const previewBody = z
  .object({
    full_url: pictureAddress('the whole message body at the client’s own width and pixel density'),
    thumb_url: pictureAddress('its top, 120 × 90 pixels'),
    thumb450_url: pictureAddress('the whole of it, 450 pixels wide'),
    ...drawnBy,
    captured_at: z.iso.datetime().meta({ description: 'The pictures are there for 180 days from then on.' }),
    width: z.int().positive().meta({ description: 'Device pixels of the full picture.' }),
    height: z.int().positive().meta({ description: 'Device pixels of the full picture.' }),
    truncated: z
      .boolean()
      .meta({ description: 'Whether the message is longer than the 16,384 pixels that a picture may have.' }),
  })
  .meta({ id: 'Preview' })

export function previewResponse(
  imagesUrl: string,
  emailClient: EmailClient,
  { width, height, truncated, ...preview }: CapturedPreview,
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
