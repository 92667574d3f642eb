import { z } from 'zod'

/**
 * The members of a query that asks for a page of a list; `what` begins the description of `limit`, and `usual` is how
 * many come without one.
 */
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

/** How many are listed when the query does not say. */
export const defaultLimit = 25
