import { AccountsError } from './accounts-error'
import { assertCallbackUri } from './assert-callback-uri'

/** The callback URIs of one application, checked and deduplicated. Throws `callback_uri_invalid`, also for none. */
export function checkedCallbackUris(uris: readonly string[]): string[] {
  if (uris.length === 0) {
    throw new AccountsError('callback_uri_invalid', 'An application needs a callback URI: give at least one.')
  }
  uris.forEach(assertCallbackUri)
  return [...new Set(uris)]
}
