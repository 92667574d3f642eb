import { ApiError } from '@pas/runtime/errors'
import { readBody, type BodyLimits } from '@pas/runtime/http/read-body'
import { describeJsonMistake } from '@pas/runtime/json-mistake'
import type { Request } from 'express'

/**
 * Four times the values of the longest list of configurations. `JSON.parse` takes seconds for a million, which fit into
 * 10 MiB.
 */
const maxValues = 10_000

/** Rejects as `readBody` does, with 415 for another media type, and with 400 for no JSON or too many values. */
export async function readJsonBody(req: Request, limits: BodyLimits): Promise<unknown> {
  if (!req.is('application/json'))
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.')
  const json = await readBody(req, limits)
  if (hasMoreValuesThan(json, maxValues))
    throw new ApiError('invalid_request', `The body has more than ${maxValues} values.`)
  try {
    return JSON.parse(json)
  } catch (cause) {
    const mistake = describeJsonMistake(json, cause)
    throw new ApiError(
      'invalid_request',
      `The body is not well-formed JSON${mistake === null ? '' : `: ${mistake}`}.`,
      { cause },
    )
  }
}

/**
 * Counts `,`, `:`, `[` and `{` outside of strings: each precedes a value. Slowest are escaped quotation marks, 7 ns a
 * character.
 */
function hasMoreValuesThan(json: string, atMost: number): boolean {
  let count = 0
  for (let index = 0; index < json.length;) {
    switch (json.charCodeAt(index++)) {
      case 0x22: // "
        index = endOfString(json, index)
        break
      case 0x2c: // ,
      case 0x3a: // :
      case 0x5b: // [
      case 0x7b: // {
        if (++count > atMost) return true
    }
  }
  return false
}

/** The index after the closing quotation mark; the text's length without one. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (json[quote - 1 - backslashes] === '\\') backslashes++
    // An even number of backslashes escape each other, so the quotation mark is not escaped.
    if (backslashes % 2 === 0) return quote + 1
  }
  return json.length
}
