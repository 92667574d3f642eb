import { invalidRefreshToken } from '../token/invalid-grant'
import type { PresentedRefreshToken } from '../token/presented-refresh-token'

/** RFC 6749 §6 and §10.4: not used, not revoked, in its own and its family's lifetime, and its user may still act. */
export function assertRefreshTokenAlive(token: PresentedRefreshToken, now: Date): void {
  const isInTime = token.expiresAt > now && token.familyExpiresAt > now
  if (isInTime && token.rotatedAt === null && !token.isRevoked && token.isUserActive) return
  throw invalidRefreshToken()
}
