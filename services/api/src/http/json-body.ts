import { asAlternatives, similarNames } from '@pas/runtime/did-you-mean'
import { ApiError } from '@pas/runtime/errors'
import { readBody, type BodyLimits } from '@pas/runtime/http/read-body'
import { describeJsonMistake } from '@pas/runtime/json-mistake'
import type { Request } from 'express'
import { ZodError, type z } from 'zod'

/**
 * Four times the values of the longest list of configurations. `JSON.parse` takes seconds for a million, which fit into
 * 10 MiB.
 */
const maxValues = 10_000

const maxWarnings = 20
const maxNameLength = 40

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
 * Counts `,`, `:`, `[` and `{` outside of strings: each precedes a value. Takes at most 7 ns a character, for escaped
 * quotation marks.
 */
function hasMoreValuesThan(json: string, max: number): boolean {
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
        if (++count > max) return true
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

/** A body's known members. Value: for a list of objects, their known members; else null. */
export interface MemberNames {
  readonly [name: string]: MemberNames | null
}

/** For a schema without lists of objects. */
export const namesOf = (members: object): MemberNames =>
  Object.fromEntries(Object.keys(members).map((name) => [name, null]))

export const withWarnings = (warnings: string[]): { warnings?: string[] } =>
  warnings.length > 0 ? { warnings } : {}

/** Warnings for the answer, 20 at most. `sent` is the parsed JSON body. */
export const unknownMembers = (sent: unknown, names: MemberNames): string[] =>
  firstUnknown(sent, names).map(({ path, message }) => `${path.join('.')}: ${message}`)

/** Throws a `ZodError` that also names unknown members, 20 at most: often a required member was misspelt. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  names: MemberNames,
): z.output<Schema> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const unknown = firstUnknown(sent, names).map(({ path, message }) => ({
    code: 'unrecognized_keys' as const,
    keys: path.slice(-1),
    path,
    message,
    input: {},
  }))
  throw new ZodError([...parsed.error.issues, ...unknown])
}

interface UnknownMember {
  path: string[]
  message: string
}

function firstUnknown(sent: unknown, names: MemberNames): UnknownMember[] {
  const unknown: UnknownMember[] = []
  for (const member of findUnknown(sent, names, [])) {
    if (unknown.push(member) === maxWarnings) break
  }
  return unknown
}

function* findUnknown(sent: unknown, names: MemberNames, path: string[]): Generator<UnknownMember> {
  if (typeof sent !== 'object' || sent === null) return
  for (const [name, value] of Object.entries(sent)) {
    if (Array.isArray(sent)) yield* findUnknown(value, names, [...path, name])
    else if (!Object.hasOwn(names, name))
      yield { path: [...path, name.slice(0, maxNameLength)], message: describeUnknown(name, names) }
    else if (names[name]) yield* findUnknown(value, names[name], [...path, name])
  }
}

function describeUnknown(name: string, names: MemberNames): string {
  const similar = similarNames(name, Object.keys(names))
  return similar.length === 0 ? 'not known' : `not known; did you mean ${asAlternatives(similar)}?`
}
