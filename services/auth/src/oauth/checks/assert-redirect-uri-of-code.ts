import { invalidCode } from '../token/invalid-grant'
import type { PresentedCode } from '../token/presented-code'

/**
 * RFC 6749 §4.1.3: sent at authorize, it comes again, identical. Left out there, it may be left out, or be the URI that was used
 * (docs/contract.md §2), as many libraries always send it.
 */
export function assertRedirectUriOfCode(
  { redirectUri, onlyCallbackUri }: PresentedCode,
  sent: string | undefined,
): void {
  const isRight = redirectUri === null ? sent === undefined || sent === onlyCallbackUri : sent === redirectUri
  if (!isRight) throw invalidCode()
}
