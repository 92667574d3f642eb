import { readBody } from '@pas/runtime/http/read-body'
import { describeJsonMistake } from '@pas/runtime/json-mistake'
import type { Request } from 'express'
import { OAuthError } from '../oauth/errors'

/** RFC 6749 §3.2: parameters without a value are left out. */
export type BodyParameters = ReadonlyMap<string, string>

const knownParameters = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
  'end_sign_in',
] as const

type KnownParameter = (typeof knownParameters)[number]

const maxLength = 2_048
const jsonType = 'application/json'
const formType = 'application/x-www-form-urlencoded'

const maxBodyBytes = 64 * 1024

/**
 * A JSON body (docs/contract.md §2.2) or a form (RFC 6749 §4.1.3). Rejects with `invalid_request`, and as `readBody`
 * does. Unknown parameters are ignored.
 */
export async function readBodyParameters(req: Request): Promise<BodyParameters> {
  assertNothingInUrl(req)
  if (!req.is([jsonType, formType])) {
    throw new OAuthError(
      'invalid_request',
      `Send the parameters in a body of type ${jsonType} or ${formType}.`,
    )
  }
  const body = await readBody(req, { maxBytes: maxBodyBytes })
  // Express's parsers would hide that a parameter was sent twice.
  const sent = req.is(jsonType) ? readJson(body) : [...new URLSearchParams(body)]
  const parameters = new Map<string, string>()
  for (const [name, value] of sent) {
    if (!isKnown(name)) continue
    if (parameters.has(name))
      throw new OAuthError('invalid_request', `${name} was sent more than once; send it once.`)
    parameters.set(name, assertText(name, value))
  }
  return new Map([...parameters].filter(([, value]) => value !== ''))
}

/** RFC 6749 §2.3.1: URLs end up in logs. */
function assertNothingInUrl({ originalUrl }: Request): void {
  const start = originalUrl.indexOf('?')
  if (start < 0) return
  for (const name of new URLSearchParams(originalUrl.slice(start)).keys()) {
    if (isKnown(name))
      throw new OAuthError('invalid_request', `${name} was sent in the URL; send it in the body.`)
  }
}

function readJson(body: string): [string, unknown][] {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (error) {
    const mistake = describeJsonMistake(body, error)
    throw new OAuthError(
      'invalid_request',
      `The body is not well-formed JSON${mistake === null ? '' : `: ${mistake}`}.`,
      { cause: error },
    )
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new OAuthError(
      'invalid_request',
      'The body is not a JSON object; send the parameters as its members.',
    )
  }
  const repeated = memberNames(body).find((name, at, names) => isKnown(name) && names.indexOf(name) !== at)
  if (repeated !== undefined) {
    throw new OAuthError('invalid_request', `${repeated} was sent more than once; send it once.`)
  }
  return Object.entries(parsed)
}

/** With repeated names, of which `JSON.parse` keeps the last. */
function memberNames(json: string): string[] {
  const names: string[] = []
  let depth = 0
  // Matches whole strings, so that brackets in them do not count.
  for (const [token, text] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (text !== undefined && depth === 1) names.push(JSON.parse(text) as string)
  }
  return names
}

function assertText(name: KnownParameter, value: unknown): string {
  if (typeof value !== 'string') throw new OAuthError('invalid_request', `${name} is not a string.`)
  if (value.length > maxLength) {
    throw new OAuthError('invalid_request', `${name} is longer than ${maxLength} characters.`)
  }
  if (value.includes('\0')) throw new OAuthError('invalid_request', `${name} holds a NUL character.`)
  return value
}

const isKnown = (name: string): name is KnownParameter =>
  (knownParameters as readonly string[]).includes(name)
