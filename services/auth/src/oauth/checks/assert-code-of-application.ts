import { invalidCode } from '../token/invalid-grant'
import type { AuthenticatedApplication } from '../token/authenticated-application'
import type { PresentedCode } from '../token/presented-code'

/**
 * RFC 6749 §4.1.3: the code was issued to this application. Another application's attempt does not invalidate it: it
 * could not be exchanged there anyway, and otherwise an attacker who sees a code could end other people's sign-ins.
 */
export function assertCodeOfApplication(
  code: PresentedCode | null,
  application: AuthenticatedApplication,
): PresentedCode {
  if (code?.applicationId === application.id) return code
  throw invalidCode()
}
