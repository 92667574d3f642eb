import { AccountsError } from './accounts-error'
import { whyHttpsUriRefused } from './why-https-uri-refused'

/**
 * docs/contract.md §6.2. Compared as an exact string (RFC 6749 §3.1.2.3), so a text that a browser reads as another
 * host is refused. Throws `callback_uri_invalid`.
 */
export function assertCallbackUri(uri: string): void {
  const reason = whyHttpsUriRefused(uri) ?? whyWildcardRefused(uri)
  if (reason === null) return
  const shown = uri.length > 100 ? `${uri.slice(0, 100)}…` : uri
  throw new AccountsError('callback_uri_invalid', `Callback URI '${shown}' ${reason}`)
}

const whyWildcardRefused = (uri: string): string | null =>
  uri.includes('*') ? 'has a wildcard: name each callback URI in full.' : null

/** Removes duplicates. Throws `callback_uri_invalid`, also for none. */
export function checkedCallbackUris(uris: readonly string[]): string[] {
  if (uris.length === 0) {
    throw new AccountsError('callback_uri_invalid', 'An application needs a callback URI: give at least one.')
  }
  uris.forEach(assertCallbackUri)
  return [...new Set(uris)]
}
