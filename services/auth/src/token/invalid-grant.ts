import { OAuthError } from '../oauth/errors'

/** RFC 6749 §5.2. One text for all that can be wrong. A replayed code or wrong code_verifier is audited. */
export const invalidCode = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The code is unknown, expired or used, or not for this application, redirect_uri or code_verifier; authorize again.',
  )

/** RFC 6749 §5.2. One text for everything that can be wrong with a refresh token. */
export const invalidRefreshToken = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The refresh token is unknown, expired, revoked or used, or not for this application; authorize again.',
  )
