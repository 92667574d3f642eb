import { findBase } from './find-references'
import { replacingReferences } from './replacing-references'
import { resolveReference } from './resolve-reference'
import { rewriteMarkup } from './rewrite-markup'

/**
 * Replaces references in HTML. `replace` gets each normalised absolute http(s) URL without fragment, and returns
 * another address, or null to keep the reference. Relative addresses are resolved against the email's `<base>`, or else
 * `baseUrl`. No other byte changes.
 */
export function replaceReferences(
  html: string,
  baseUrl: string,
  replace: (url: string) => string | null,
): string {
  const base = findBase(html) ?? baseUrl
  const replaceAddress = (address: string): string | null => {
    const reference = resolveReference(address, base)
    return reference.kind === 'remote' ? replace(reference.url) : null
  }
  return rewriteMarkup(
    html,
    replacingReferences(replaceAddress, () => null),
  )
}
