import { z } from 'zod'

export const shortText = (max: number) =>
  z
    .string('must be a string')
    .max(max, `must have at most ${max} characters`)
    .refine((sent) => !/\p{Cc}/u.test(sent), 'must not hold control characters')
