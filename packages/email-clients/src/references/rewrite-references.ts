import { findBase } from './find-references'
import { createReplacingHandlers } from './replace-references'
import { missingReference, replacedReference, resolveReference } from './resolve-reference'
import { rewriteMarkup } from './rewrite-markup'

/**
 * As `rewriteTreeReferences`, in the source: no other byte changes. References to parts stay, as do those for which
 * `isKept` holds.
 */
export function rewriteReferences(
  html: string,
  replace: (url: string) => string,
  isKept: (address: string) => boolean,
): string {
  const base = findBase(html)
  const replaceAddress = (address: string): string | null =>
    resolveReference(address, base).kind === 'part' || isKept(address)
      ? null
      : replacedReference(address, base, replace)
  const replaceNever = (address: string): string | null =>
    replacedReference(address, base, () => missingReference)
  return rewriteMarkup(html, createReplacingHandlers(replaceAddress, replaceNever))
}
