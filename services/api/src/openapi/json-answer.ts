import type { ZodType } from 'zod'
import { headers } from './headers'

/** The OpenAPI response of an operation that answers with this JSON; `carried` are its headers. */
export const jsonAnswer = (
  description: string,
  schema: ZodType,
  example: unknown,
  carried = headers('NoStore'),
) => ({ description, headers: carried, content: { 'application/json': { schema, example } } })
