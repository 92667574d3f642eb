import type { ZodType } from 'zod'
import { headers } from './headers'

export const jsonAnswer = (
  description: string,
  schema: ZodType,
  example: unknown,
  carried = headers('NoStore'),
) => ({ description, headers: carried, content: { 'application/json': { schema, example } } })
