import { AccountsError } from './accounts-error'
import { whyHttpsUriRefused } from './why-https-uri-refused'

/**
 * Throws `callback_uri_invalid`, with the reason, unless the text is an absolute https URI without fragment, user
 * information or wildcard (docs/contract.md §6.2, RFC 6749 §3.1.2). It is stored and compared as the exact string (RFC
 * 6749 §3.1.2.3), so a text that a browser's URL parser would change to another host is refused, too.
 */
export function assertCallbackUri(uri: string): void {
  const reason = whyHttpsUriRefused(uri) ?? whyWildcardRefused(uri)
  if (reason === null) return
  const shown = uri.length > 100 ? `${uri.slice(0, 100)}…` : uri
  throw new AccountsError('callback_uri_invalid', `Callback URI '${shown}' ${reason}`)
}

const whyWildcardRefused = (uri: string): string | null =>
  uri.includes('*') ? 'has a wildcard: name each callback URI in full.' : null
