import { invalidField } from '@pas/runtime/errors'
import { z } from 'zod'

interface Position {
  createdAt: Date
  id: string
}

const positionSchema = z.tuple([z.int().min(0).max(8.64e15), z.guid()])

/**
 * An answer's `next`, which the next request sends as `before`. `list` names the list: a cursor of another list is
 * refused.
 */
export const writeCursor = ({ createdAt, id }: Position, list: string): string =>
  encodeCursor(list, [createdAt.getTime(), id])

/** Throws a 400 unless `writeCursor` made the cursor for this `list`. */
export function readCursor(cursor: string, list: string): Position {
  const [createdAt, id] = decodeCursor(cursor, list, positionSchema, 'before')
  return { createdAt: new Date(createdAt), id }
}

export const encodeCursor = (list: string, values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([list, ...values])).toString('base64url')

/** Throws a 400 unless the cursor was made for this `list` and its values match `schema`. */
export function decodeCursor<Values>(
  cursor: string,
  list: string,
  schema: z.ZodType<Values>,
  parameter: string,
): Values {
  const sent = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  const [sentList, ...values] = sent.data ?? []
  const parsed = schema.safeParse(values)
  if (sentList !== list || !parsed.success) {
    const message = 'must be `next` of an earlier answer with this list'
    throw invalidField(`${parameter}: ${message}.`, { field: parameter, message })
  }
  return parsed.data
}

const cursorSchema = z.tuple([z.string()], z.unknown())

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
