import { invalidCode } from './invalid-grant'
import type { PresentedCode } from './presented-code'

/**
 * RFC 6749 §4.1.3: a redirect_uri that was sent to authorize has to be sent again, identical. One that was left out
 * there may be left out again, or be the only registered URI (docs/contract.md §2.2), because many libraries always
 * send it.
 */
export function assertRedirectUriOfCode(
  { redirectUri, onlyCallbackUri }: PresentedCode,
  sent: string | undefined,
): void {
  const isRight = redirectUri === null ? sent === undefined || sent === onlyCallbackUri : sent === redirectUri
  if (!isRight) throw invalidCode()
}
