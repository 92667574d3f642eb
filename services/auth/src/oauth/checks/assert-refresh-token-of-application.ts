import { invalidRefreshToken } from '../token/invalid-grant'
import type { AuthenticatedApplication } from '../token/authenticated-application'
import type { PresentedRefreshToken } from '../token/presented-refresh-token'

/** RFC 6749 §6: the refresh token was issued to this application. Another application's attempt does not revoke it. */
export function assertRefreshTokenOfApplication(
  token: PresentedRefreshToken | null,
  application: AuthenticatedApplication,
): PresentedRefreshToken {
  if (token?.applicationId === application.id) return token
  throw invalidRefreshToken()
}
