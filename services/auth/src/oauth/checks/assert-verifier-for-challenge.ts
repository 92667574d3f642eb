import { invalidCode } from '../token/invalid-grant'
import type { PresentedCode } from '../token/presented-code'

/**
 * RFC 7636 §4.5, RFC 9700 §2.1.1: a code_verifier is sent if and only if there was a challenge. oauth2-server checks
 * later whether it is the right one; a wrong one invalidates the code.
 */
export function assertVerifierForChallenge(
  { codeChallenge }: PresentedCode,
  codeVerifier: string | undefined,
): void {
  if ((codeChallenge === null) !== (codeVerifier === undefined)) throw invalidCode()
}
