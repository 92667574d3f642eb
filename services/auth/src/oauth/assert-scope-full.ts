import { OAuthError } from './errors'

/** The only scope; a request without one gets it (docs/contract.md §2.1). */
export const fullScope = 'full'

/** RFC 6749 §3.3. */
export function assertScopeFull(scope: string | null): void {
  if (scope === null || scope === fullScope) return
  throw new OAuthError('invalid_scope', 'Only the scope full exists; send scope=full or leave it out.')
}
