import { OAuthError } from '../errors'

/** RFC 6749 §5.2. One text for whatever is wrong with a code: what it was is in the audit. */
export const invalidCode = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The code is unknown, expired or used, or not for this application, redirect_uri or code_verifier; authorize again.',
  )

/** As `invalidCode`, of a refresh token. */
export const invalidRefreshToken = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The refresh token is unknown, expired, revoked or used, or not for this application; authorize again.',
  )
