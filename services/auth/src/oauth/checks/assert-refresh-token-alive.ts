import { invalidRefreshToken } from '../token/invalid-grant'
import type { PresentedRefreshToken } from '../token/presented-refresh-token'

/**
 * RFC 6749 §6 and §10.4: neither it nor its family has expired, it was not used or revoked, and its user is not
 * disabled.
 */
export function assertRefreshTokenAlive(token: PresentedRefreshToken, now: Date): void {
  const isInTime = token.expiresAt > now && token.familyExpiresAt > now
  if (isInTime && token.rotatedAt === null && !token.isRevoked && token.isUserActive) return
  throw invalidRefreshToken()
}
