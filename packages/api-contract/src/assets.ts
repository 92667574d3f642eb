import { z } from 'zod'

export const place = z.object({ line: z.int().positive(), column: z.int().positive() })

/** Public text for each reason: the end of a sentence. */
export const assetFailureTexts = {
  relative: 'the address is relative, and the email has no absolute `<base>`',
  url: 'the address is not valid, or not http or https, or it has user info or a port that browsers refuse',
  missing_part: 'the message has no part with this Content-ID',
  no_public_address: 'the host has no address, or one that is not public, so that we do not ask it',
  no_public_names: 'this network does not know the host, nor other public ones',
  certificate: 'the host’s certificate is not valid',
  connection: 'the connection failed',
  redirects: 'there were too many redirects',
  too_slow: 'it did not arrive within 5 seconds',
  status: 'the host answered with a status other than 200',
  encoding: 'the answer is not what its Content-Encoding says',
  too_large: 'it is larger than 8 MiB',
  type: 'it is neither an image, a style sheet nor a font',
  dimensions: 'it is an image without a size, or with too many pixels',
  budget: 'the email’s own time or bytes for assets were spent',
  too_many: 'the email refers to more than 500 assets',
  busy: 'this service was too busy to fetch it within two minutes',
  counts_an_open:
    'it is a picture of one pixel, or its address counts openings, in mail that came by SMTP: it is not asked for, and nothing is shown in its place',
}

export const assetsBody = z
  .array(
    z.object({
      url: z.string().meta({
        description:
          'Absolute and normalised, cut off after 2,048 characters; as the email has it when it is no such address. `cid:` names a part ' +
          'of the message.',
      }),
      status: z.enum(['kept', 'failed']).meta({
        description:
          '`kept`: every email client shows it. `failed`: a missing picture is shown, or nothing for `counts_an_open`.',
      }),
      reason: z
        .enum(Object.keys(assetFailureTexts) as (keyof typeof assetFailureTexts)[])
        .nullable()
        .meta({
          description: `Why it failed; null when it was kept. ${Object.entries(assetFailureTexts)
            .map(([reason, text]) => `\`${reason}\`: ${text}.`)
            .join(' ')}`,
        }),
      http_status: z
        .int()
        .nullable()
        .meta({ description: 'What the host answered, when `reason` is `status`; null otherwise.' }),
      bytes: z
        .int()
        .nonnegative()
        .nullable()
        .meta({ description: 'As it is kept, not compressed; null when it failed.' }),
      content_type: z.string().nullable().meta({ description: 'By its bytes; null when it failed.' }),
      width: z.int().positive().nullable().meta({
        description: 'Pixels; null unless it is kept and an image made of pixels.',
      }),
      height: z.int().positive().nullable().meta({ description: 'As `width`.' }),
      where: place.nullable().meta({
        description:
          'Where the email refers to it first, counted from 1 in the HTML as it was sent; for what a style sheet refers to, where the email ' +
          'refers to the style sheet. Null for a picture that is only attached.',
      }),
    }),
  )
  .meta({ id: 'Assets', description: 'In the order in which the email refers to them.' })
