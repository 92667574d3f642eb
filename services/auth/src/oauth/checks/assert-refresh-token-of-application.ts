import { invalidRefreshToken } from '../token/invalid-grant'
import type { AuthenticatedApplication } from '../token/authenticated-application'
import type { PresentedRefreshToken } from '../token/presented-refresh-token'

/** RFC 6749 §6: the refresh token is bound to the application it was issued to; a stranger's attempt leaves it as it is. */
export function assertRefreshTokenOfApplication(
  token: PresentedRefreshToken | null,
  application: AuthenticatedApplication,
): PresentedRefreshToken {
  if (token?.applicationId === application.id) return token
  throw invalidRefreshToken()
}
