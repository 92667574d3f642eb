import { invalidRefreshToken } from './invalid-grant'
import type { PresentedRefreshToken } from './presented-refresh-token'

/** RFC 6749 §6 and §10.4: it and its family are not expired, used or revoked, its user is not disabled. */
export function assertRefreshTokenAlive(token: PresentedRefreshToken, now: Date): void {
  const isInTime = token.expiresAt > now && token.familyExpiresAt > now
  if (isInTime && token.rotatedAt === null && !token.isRevoked && token.isUserActive) return
  throw invalidRefreshToken()
}
