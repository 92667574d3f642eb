import type { Request } from 'express'
import { OAuthError } from '../oauth/errors'
import type { BodyParameters } from './read-body-parameters'

export interface ClientCredentials {
  clientId: string
  clientSecret: string
  /** A refusal then needs `WWW-Authenticate: Basic` (RFC 6749 §5.2). */
  triedBasic: boolean
}

/** RFC 6749 §2.3.1 and §2.3. Throws `invalid_request` when they come in both places, else `invalid_client`. */
export function readClientCredentials(req: Request, parameters: BodyParameters): ClientCredentials {
  const [authorization, second] = req.headersDistinct.authorization ?? []
  if (second !== undefined) {
    throw new OAuthError('invalid_request', 'The Authorization header was sent more than once; send it once.')
  }
  const clientId = parameters.get('client_id')
  const clientSecret = parameters.get('client_secret')
  if (authorization === undefined) {
    if (clientId === undefined || clientSecret === undefined)
      throw new InvalidClientError({ triedBasic: false })
    return { clientId, clientSecret, triedBasic: false }
  }
  if (clientSecret !== undefined) {
    throw new OAuthError(
      'invalid_request',
      'Credentials came in the Authorization header and in the body; send them in one of them.',
    )
  }
  const basic = readBasic(authorization)
  // §4.1.3 requires client_id in the body only of applications that do not authenticate; others may repeat it.
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new OAuthError(
      'invalid_request',
      'client_id in the body is not the one in the Authorization header.',
    )
  }
  return { ...basic, triedBasic: true }
}

/** RFC 6749 §5.2. One answer for all that can be wrong: it does not tell which applications exist. */
export class InvalidClientError extends OAuthError {
  override name = 'InvalidClientError'
  /** Whether the application exists; not part of the answer. */
  readonly isKnown: boolean

  constructor({ triedBasic, isKnown = false }: { triedBasic: boolean; isKnown?: boolean }) {
    super(
      'invalid_client',
      'The application is unknown or disabled, or its secret is wrong; check client_id and client_secret.',
      triedBasic ? { headers: { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' } } : {},
    )
    this.isKnown = isKnown
  }
}

/** RFC 7617 §2. */
function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  const clientId = fromForm(text.slice(0, Math.max(0, colon)))
  const clientSecret = fromForm(text.slice(colon + 1))
  if (clientId === '' || clientSecret === '' || clientId.includes('\0'))
    throw new InvalidClientError({ triedBasic: true })
  return { clientId, clientSecret }
}

/** RFC 6749 §2.3.1 requires form-encoding. Plain ids and secrets work, too: ours decode to themselves. */
function fromForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
