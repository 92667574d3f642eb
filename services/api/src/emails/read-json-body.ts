import { ApiError } from '@pas/runtime/errors'
import { readBody, type BodyLimits } from '@pas/runtime/http/read-body'
import type { Request } from 'express'

/** Four times as many as the longest list of configurations has. A million of them, in 10 MiB, take `JSON.parse` seconds. */
const maxValues = 10_000

/** Reads a JSON body. Rejects as `readBody` does, with 415 for another media type, and with 400 for what is not JSON or has too many values. */
export async function readJsonBody(req: Request, limits: BodyLimits): Promise<unknown> {
  if (!req.is('application/json'))
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.')
  const json = await readBody(req, limits)
  if (hasMoreValuesThan(json, maxValues))
    throw new ApiError('invalid_request', `The body has more than ${maxValues} values.`)
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body is not well-formed JSON.', { cause })
  }
}

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
/** Each stands before a value. */
const beforeValues = new Set(Array.from(',:[{', (character) => character.charCodeAt(0)))

/** Reads characters, not tokens, so that its time depends on nothing but the length. */
function hasMoreValuesThan(json: string, atMost: number): boolean {
  let count = 0
  let isInString = false
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index)
    if (character === quote) isInString = !isInString
    else if (isInString) {
      if (character === backslash) index++
    } else if (beforeValues.has(character) && ++count > atMost) return true
  }
  return false
}
