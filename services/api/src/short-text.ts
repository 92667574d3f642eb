import { z } from 'zod'

/** A text of a request, of at most `max` characters, without control characters. */
export const shortText = (max: number) =>
  z
    .string('must be a string')
    .max(max, `must have at most ${max} characters`)
    .refine((sent) => !/\p{Cc}/u.test(sent), 'must not hold control characters')
