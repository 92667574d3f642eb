import { z } from 'zod'

export const usageBody = z
  .array(
    z.object({
      day: z.iso.date(),
      end_user_id: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'With `group=end_user_id` only; null for emails that named none.' }),
      emails: z.int().nonnegative().meta({ description: 'Emails that were posted that day.' }),
      captures: z.int().nonnegative().meta({ description: 'Previews that were captured that day.' }),
      captures_without_credential: z.int().nonnegative().meta({
        description:
          'The part of `captures` that callers without a credential of the account asked for first, such as an `<img>`.',
      }),
      effect_pictures: z.int().nonnegative().meta({
        description:
          'Pictures that were drawn to see which changes of email clients are seen; no part of `captures`.',
      }),
    }),
  )
  .meta({ id: 'Usage', description: 'The oldest day first; days without any use are left out.' })
