import { z } from 'zod'
import { formTexts } from './form-texts'
import { PageError } from './page-error'

/** One value. A field sent twice is an array and is refused, as is U+0000, which Postgres's text cannot hold. */
export const singleText = z.string().regex(/^[^\0]*$/)

/** Parses a query or a form. Throws `invalid_request`, which names the fields at fault and never their values. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const fields = [...new Set(result.error.issues.flatMap(({ path }) => path.slice(0, 1)))].join(', ')
  throw new PageError('invalid_request', (language) => formTexts[language].unreadable({ fields }), {
    cause: result.error,
  })
}
