import { z } from 'zod'

/** The body of every refusal of an API. */
export const errorBody = z
  .object({
    status: z
      .int()
      .min(400)
      .max(599)
      .meta({ description: 'The HTTP status, again.', examples: [404] }),
    title: z.string().meta({ description: 'What kind of refusal this is.', examples: ['Not found'] }),
    description: z.string().meta({
      description:
        'What was refused, why, and what to do about it: for the log of an engineer, not for the end user.',
      examples: ['No email with this guid takes captures: it is unknown, or older than 48 hours.'],
    }),
    request_id: z
      .guid()
      .meta({ description: 'Name it when you ask us about this answer; also in `X-Request-Id`.' }),
  })
  .meta({ id: 'Error', description: 'The body of every answer with a status of 400 or above.' })

/** See `errorBody`. */
export type ErrorBody = z.output<typeof errorBody>
