import { z } from 'zod'

export const codesBody = z.array(z.string()).meta({ id: 'EmailClientCodes', description: 'Sorted.' })

export const orientation = z.enum(['vertical', 'horizontal'])

export const images = z.enum(['allowed', 'blocked'])

/** Shared by an email client's configuration and its previews. */
export const howDrawn = {
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
        'With the version that runs at the moment, if one runs and the pictures are taken in it (`fidelity` is `client`).',
      examples: ['Gmail', 'Thunderbird 153'],
    }),
    group: z.string().meta({ examples: ['Web-based'] }),
    platform: z.string().meta({ examples: ['Chrome'] }),
    status: z
      .enum(['normal', 'unavailable'])
      .meta({ description: '`unavailable`: nothing that draws this email client is running at the moment.' }),
    drawn_by: z.array(z.string()).meta({
      description:
        '`drawn_by` of the previews that its running workers capture: one, but while they are updated.',
    }),
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
    ...howDrawn,
    as_of: z.string().meta({
      description:
        'The month of the newest source for what this email client does: of the real pictures if it is measured, of our last run if ' +
        'the program itself runs here. What the client has changed since is not in its pictures.',
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

export const configurationsBody = z
  .record(z.string(), configurationBody)
  .meta({ id: 'Configurations', description: 'By code.' })
