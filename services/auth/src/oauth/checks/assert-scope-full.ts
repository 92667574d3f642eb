import { OAuthError } from '../errors'

/** The one scope there is, and what no scope means (docs/contract.md §2). */
export const fullScope = 'full'

/** RFC 6749 §3.3. */
export function assertScopeFull(scope: string | null): void {
  if (scope === null || scope === fullScope) return
  throw new OAuthError('invalid_scope', 'Only the scope full exists; send scope=full or leave it out.')
}
