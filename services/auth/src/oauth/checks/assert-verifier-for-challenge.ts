import { invalidCode } from '../token/invalid-grant'
import type { PresentedCode } from '../token/presented-code'

/**
 * RFC 7636 §4.5, RFC 9700 §2.1.1: a verifier where there was a challenge, and none where there was none. Whether it is the right one,
 * the library tells; a wrong one burns the code.
 */
export function assertVerifierForChallenge(
  { codeChallenge }: PresentedCode,
  codeVerifier: string | undefined,
): void {
  if ((codeChallenge === null) !== (codeVerifier === undefined)) throw invalidCode()
}
