import { rewriteCssAddresses } from './css-references'
import { findBase } from './find-references'
import { createReplacingHandlers } from './replace-references'
import { missingReference, replacedReference, resolveReference } from './resolve-reference'
import { rewriteMarkup } from './rewrite-markup'

export interface AddressRules {
  replace: (url: string) => string
  /** Besides references to parts. */
  isKept: (address: string) => boolean
  /** What an address of the text is, where its characters stand for bytes. */
  shown: (address: string) => string
}

/** As `rewriteTreeReferences`, in the source: no other byte changes. */
export function rewriteReferences(html: string, rules: AddressRules): string {
  const base = findBase(html)
  const replaceNever = (address: string): string | null =>
    replacedReference(address, base, () => missingReference)
  return rewriteMarkup(html, createReplacingHandlers(replacing(base, rules), replaceNever))
}

/** As `rewriteReferences`, of a style sheet. */
export const rewriteStyleSheet = (css: string, rules: AddressRules): string =>
  rewriteCssAddresses(css, replacing(null, rules))

const replacing =
  (base: string | null, { replace, isKept, shown }: AddressRules) =>
  (address: string): string | null => {
    const read = shown(address)
    return resolveReference(read, base).kind === 'part' || isKept(read)
      ? null
      : replacedReference(read, base, replace)
  }
