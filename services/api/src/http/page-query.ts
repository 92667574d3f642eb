import { z } from 'zod'

/** `what` begins the description of `limit`. `usual` is only described: the caller applies it. */
export const pageQuery = (what: string, usual = 25) => ({
  limit: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 100')
    .max(100, 'must be 1 to 100')
    .optional()
    .meta({ description: `${what} ${usual} when it is left out.` }),
  before: z.string('must be given once').optional().meta({ description: '`next` of the answer before.' }),
})

export const defaultLimit = 25
