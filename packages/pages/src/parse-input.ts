import { ApiError } from '@pas/runtime/errors'
import { z } from 'zod'

/** One value that a browser sent. A repeated field arrives as an array and is none; Postgres takes no NUL. */
export const singleText = z.string().regex(/^[^\0]*$/)

/** Reads a query or a form's body. Throws `invalid_request` naming the fields at fault, never what they hold. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const fields = [...new Set(result.error.issues.flatMap(({ path }) => path.slice(0, 1)))].join(', ')
  throw new ApiError(
    'invalid_request',
    `The request could not be read${fields && ` (${fields})`}. Go back, load the page again, and send it from there.`,
    { cause: result.error },
  )
}
