import { findBase } from './find-references'
import { replacingReferences } from './replacing-references'
import { resolveReference } from './resolve-reference'
import { rewriteMarkup } from './rewrite-markup'

/**
 * Replaces references in HTML. `replace` returns another address, or null to keep the reference; every other byte
 * stays. `replace` is given normalised absolute http(s) URLs without fragment, relative ones resolved against the
 * email's `<base>`, else `baseUrl`.
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
