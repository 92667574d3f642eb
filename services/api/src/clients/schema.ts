import { emailClients } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { pixelRatioOf } from '@pas/email-clients/pixel-ratio'
import { z } from 'zod'

/** Answer of `GET /clients`. */
export const codesBody = z
  .array(z.string())
  .meta({ id: 'EmailClientCodes', description: 'Sorted.', examples: [emailClients.map(({ code }) => code)] })

/** Which way up a phone or tablet is held. */
export const orientation = z.enum(['vertical', 'horizontal'])

/** Whether the email client shows remote images. */
export const images = z.enum(['allowed', 'blocked'])

/** The members that an email client's configuration and its previews have in common. */
export const drawnBy = {
  fidelity: z.enum(['client', 'engine', 'emulated']).meta({
    description:
      'How near to the truth pictures are. `client`: taken in that very email client. `engine`: the client draws mail nearly ' +
      'unfiltered in an engine family that really runs here. `emulated`: the client’s own filtering and layout are rules that we ' +
      'apply, then an engine draws.',
  }),
  engine: z.string().meta({ description: 'What draws it.', examples: ['chromium'] }),
}

const configurationBody = z
  .object({
    name: z.string().meta({
      description:
        'Of a client whose pictures are taken in it (`fidelity` is `client`) with the version that runs, while it does.',
      examples: ['Gmail', 'Thunderbird 153'],
    }),
    group: z.string().meta({ examples: ['Web-based'] }),
    platform: z.string().meta({ examples: ['Chrome'] }),
    status: z
      .enum(['normal', 'unavailable'])
      .meta({ description: '`unavailable`: nothing that draws this email client is running at the moment.' }),
    status_reason: z.string().optional().meta({ description: 'Why it is `unavailable`; absent otherwise.' }),
    orientation_options: z
      .array(orientation)
      .meta({ description: 'What `orientation` may be for this email client.' }),
    images_options: z.array(images).meta({ description: 'What `images` may be for this email client.' }),
    pixel_ratio: z
      .number()
      .positive()
      .meta({
        description:
          'Device pixels of its pictures for each CSS pixel: the `width` of a preview divided by it is the width in which the ' +
          'email client shows the message.',
        examples: [1, 3],
      }),
    ...drawnBy,
    as_of: z.string().meta({
      description:
        'The month of the newest source for what this email client does: of the real pictures where it is measured, of our last run ' +
        'of a program that runs here. What the client has changed since is not in its pictures.',
      examples: ['2025-07'],
    }),
    confidence: z.enum(['measured', 'documented', 'assumed']).meta({
      description:
        'How far its pictures can be trusted. `measured`: they stand beside real pictures of it, or the program itself makes them. ' +
        '`documented`: its rules come from tests or texts published about this email client, in this version or, where it updates ' +
        'itself, the newest. `assumed`: its rules are those of its nearest relative, as nothing published says how it differs.',
    }),
  })
  .meta({ id: 'Configuration' })

/** Answer of `GET /clients/configurations`. */
export const configurationsBody = z
  .record(z.string(), configurationBody)
  .meta({ id: 'Configurations', description: 'By code.' })

/** One email client in `GET /clients/configurations` (docs/contract.md §4.11). */
export function configurationResponse(
  emailClient: EmailClient,
  served: ReadonlyMap<string, string>,
): z.output<typeof configurationBody> {
  const { group, platform, fidelity, engine, asOf, confidence } = emailClient
  return {
    name: liveName(emailClient, served.get(engine)),
    group,
    platform,
    ...(served.has(engine)
      ? { status: 'normal' }
      : { status: 'unavailable', status_reason: `No worker that serves the engine '${engine}' is running.` }),
    orientation_options: [...emailClient.orientationOptions],
    images_options: [...emailClient.imagesOptions],
    pixel_ratio: pixelRatioOf(emailClient),
    fidelity,
    engine,
    as_of: asOf,
    confidence,
  }
}

/**
 * The name with the version of the running program, for a client whose pictures are taken in it: `Thunderbird Dark`
 * drawn by `Thunderbird/153.0.1` is `Thunderbird 153 Dark`; a minor version other than 0 is shown, as in `Roundcube
 * 1.6`.
 */
function liveName({ name, fidelity }: EmailClient, engineVersion: string | undefined): string {
  const [, product = '', major = '', minor = ''] = /^(\w+)\/(\d+)(?:\.(\d+))?/.exec(engineVersion ?? '') ?? []
  if (fidelity !== 'client' || product === '') return name
  const version = minor === '' || minor === '0' ? major : `${major}.${minor}`
  return name.replace(product, `${product} ${version}`)
}
