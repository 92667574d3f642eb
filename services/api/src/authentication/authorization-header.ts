import { invalidField } from '@pas/runtime/errors'

export interface AuthorizationHeader {
  /** Lower case: schemes are case-insensitive (RFC 9110 §11.1). */
  scheme: string
  credentials: string
}

/**
 * Null when it is not a scheme and one word. Throws 400 for two headers: a proxy in front may have checked the other
 * one.
 */
export function readAuthorizationHeader(rawHeaders: readonly string[]): AuthorizationHeader | null {
  const values = authorizationHeaders(rawHeaders)
  if (values.length > 1) throw invalidField('Send one Authorization header.', { field: 'Authorization' })
  const [scheme, credentials, ...rest] = (values[0] ?? '').trim().split(/ +/)
  if (!scheme || !credentials || rest.length > 0) return null
  return { scheme: scheme.toLowerCase(), credentials }
}

export const hasAuthorizationHeader = (rawHeaders: readonly string[]): boolean =>
  authorizationHeaders(rawHeaders).length > 0

const authorizationHeaders = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  )
