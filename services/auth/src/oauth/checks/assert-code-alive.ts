import { invalidCode } from '../token/invalid-grant'
import type { PresentedCode } from '../token/presented-code'

/**
 * RFC 6749 §4.1.2: the code has not expired. Also, its user is not disabled and has not taken the consent back.
 * oauth2-server would check the expiry against the machine's clock instead of `now`.
 */
export function assertCodeAlive(code: PresentedCode, now: Date): void {
  if (code.expiresAt > now && code.isUserActive && code.hasConsent) return
  throw invalidCode()
}
