import { z } from 'zod'
import { formTexts } from './form-texts'
import { PageError } from './page-error'

/** Refuses a field sent twice, which is an array, and U+0000, which Postgres's text cannot hold. */
export const singleText = z.string().regex(/^[^\0]*$/)

/** Throws `invalid_request`, which names the fields at fault and never their values. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const fields = [...new Set(result.error.issues.flatMap(({ path }) => path.slice(0, 1)))].join(', ')
  throw new PageError('invalid_request', (language) => formTexts[language].unreadable({ fields }), {
    cause: result.error,
  })
}
