import { z } from 'zod'

export const defaultLimit = 25

/** `what` begins the description of `limit`. `usualLimit` is only described: the caller applies it. */
export const pageQuery = (what: string, usualLimit = defaultLimit) => ({
  limit: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 100')
    .max(100, 'must be 1 to 100')
    .optional()
    .meta({ description: `${what} ${usualLimit} when it is left out.` }),
  before: z.string('must be given once').optional().meta({ description: '`next` of the answer before.' }),
})
