import { z } from 'zod'
import { apiErrorCodes, fieldErrorCodes } from '../errors'

export const fieldErrorBody = z
  .object({
    field: z
      .string()
      .nullable()
      .meta({
        description:
          'The parameter, header or member, with dots: `configurations.0.client`. Null for the request as a whole.',
        examples: ['configurations.0.client'],
      }),
    message: z.string().meta({ examples: ["There is no email client 'GMAILNOW'; GET /clients lists them."] }),
    code: z.enum(fieldErrorCodes).meta({
      description:
        '`wrong_type`: it is missing, or of another type. `out_of_range`: it is too short, long, low or high, or has too few or too many ' +
        'entries. `invalid`: it is not as described. `unknown_member`: there is no such member, which refuses nothing by itself but may be the reason. `unknown_client`: no email client has this code. `not_offered`: the email client does ' +
        'not offer this option.',
    }),
  })
  .meta({ id: 'FieldError' })

export const errorBody = z
  .object({
    status: z
      .int()
      .min(400)
      .max(599)
      .meta({ description: 'The HTTP status, again.', examples: [404] }),
    title: z.string().meta({ description: 'What kind of refusal this is.', examples: ['Not found'] }),
    code: z.enum(apiErrorCodes).meta({
      description:
        'What kind of refusal this is, for programs: finer than the status, and it stays the same.',
      examples: ['not_found'],
    }),
    description: z.string().meta({
      description:
        'What was refused, why, and what to do about it: for the log of an engineer, not for the end user.',
      examples: ['No email with this guid takes captures: it is unknown, or older than 48 hours.'],
    }),
    errors: z
      .array(fieldErrorBody)
      .min(1)
      .optional()
      .meta({ description: 'With status 400 only: each thing that is wrong with the request.' }),
    request_id: z
      .guid()
      .meta({ description: 'Name it when you ask us about this answer; also in `X-Request-Id`.' }),
  })
  .meta({ id: 'Error', description: 'The body of every answer with a status of 400 or above.' })

export type ErrorBody = z.output<typeof errorBody>
