import { invalidField } from '@pas/runtime/errors'
import { z } from 'zod'

/** A position in a list that is ordered by the time at which its rows were made. */
interface Position {
  createdAt: Date
  id: string
}

const cursorSchema = z.tuple([z.string(), z.int().min(0).max(8.64e15), z.guid()])

/** The cursor behind a row of the list of `owner`: what an answer has as `next`, and the next request as `before`. */
export const writeCursor = ({ createdAt, id }: Position, owner: string): string =>
  Buffer.from(JSON.stringify([owner, createdAt.getTime(), id])).toString('base64url')

/** Reads the query parameter `before`. Throws a 400 when the cursor is not one of the list of `owner`. */
export function readCursor(cursor: string, owner: string): Position {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  const [listOwner, createdAt, id] = parsed.data ?? []
  if (listOwner !== owner || createdAt === undefined || id === undefined)
    throw invalidField('before: must be `next` of an answer to this account.', {
      field: 'before',
      message: 'must be `next` of an answer to this account',
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
