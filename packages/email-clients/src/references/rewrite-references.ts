import { rewriteCssAddresses } from './css-references'
import { findBase } from './find-references'
import { createReplacingHandlers } from './replace-references'
import { missingReference, replacedReference, resolveReference } from './resolve-reference'
import { rewriteMarkup } from './rewrite-markup'

export interface OwnPart {
  /** How the part is referred to. */
  address: string
  /** Then its own addresses are rewritten, too. */
  isStyleSheet: boolean
}

export interface AddressRules {
  replace: (url: string) => string
  /** A part of the same message; null for any other address. `base`: that of the HTML. */
  partOf: (address: string, base: string | null) => OwnPart | null
  /** What an address of the text is, where its characters stand for bytes. */
  shown: (address: string) => string
}

/**
 * As `rewriteTreeReferences`, in the source: no other byte changes. Style sheets stay only where their own addresses
 * are rewritten: not in `data:`, and not in parts of another type, which clients take for style sheets as well.
 */
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
  (base: string | null, { replace, partOf, shown }: AddressRules) =>
  (address: string, isStyleSheet: boolean): string | null => {
    const read = shown(address)
    const part = partOf(read, base)
    if (part) {
      if (isStyleSheet && !part.isStyleSheet) return missingReference
      return part.address === read ? null : part.address
    }
    if (isStyleSheet && resolveReference(read, base).kind === 'kept') return missingReference
    return replacedReference(read, base, replace)
  }
