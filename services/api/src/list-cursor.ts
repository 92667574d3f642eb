import { invalidField } from '@pas/runtime/errors'
import { z } from 'zod'

/** A position in a list that is ordered by the time at which its rows were made. */
interface Position {
  createdAt: Date
  id: string
}

const cursorSchema = z.tuple([z.string(), z.int().min(0).max(8.64e15), z.guid()])

/**
 * The cursor of the page after this row: an answer's `next`, which the next request sends as `before`. `owner` names
 * the list, so that a cursor is not taken for one of another list.
 */
export const writeCursor = ({ createdAt, id }: Position, owner: string): string =>
  Buffer.from(JSON.stringify([owner, createdAt.getTime(), id])).toString('base64url')

/** Reads the query parameter `before`. Throws a 400 unless `writeCursor` made the cursor for this `owner`. */
export function readCursor(cursor: string, owner: string): Position {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  const [listOwner, createdAt, id] = parsed.data ?? []
  if (listOwner !== owner || createdAt === undefined || id === undefined)
    throw invalidField('before: must be `next` of an earlier answer with this list.', {
      field: 'before',
      message: 'must be `next` of an earlier answer with this list',
    })
  return { createdAt: new Date(createdAt), id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
