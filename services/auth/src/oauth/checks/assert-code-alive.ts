import { invalidCode } from '../token/invalid-grant'
import type { PresentedCode } from '../token/presented-code'

/**
 * RFC 6749 §4.1.2: in its lifetime; and its user may still act and has not taken the consent back. The library would ask the process's
 * clock instead of ours.
 */
export function assertCodeAlive(code: PresentedCode, now: Date): void {
  if (code.expiresAt > now && code.isUserActive && code.hasConsent) return
  throw invalidCode()
}
