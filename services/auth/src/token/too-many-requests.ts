import { OAuthError } from '../oauth/errors'

/** The token endpoint's 429, with `Retry-After`. `reason` is a sentence without its full stop. */
export const tooManyRequests = (reason: string, waitSeconds: number): OAuthError =>
  new OAuthError('temporarily_unavailable', `${reason}; try again in ${waitSeconds} seconds.`, {
    status: 429,
    headers: { 'Retry-After': String(waitSeconds) },
  })
