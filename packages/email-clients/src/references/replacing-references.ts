import type { AttributeReference } from './attribute-reference'
import { rewriteCssAddresses } from './css-references'
import type { MarkupReferences } from './rewrite-markup'
import { spliced, type Splice } from './splice'
import { srcsetCandidates } from './srcset'

/** Gets an address as the markup has it, decoded. Returns the address that replaces it, or null to keep it. */
export type ReplaceAddress = (address: string) => string | null

/**
 * Creates the handlers for `rewriteMarkup` that replace every address which clients fetch by the result of `replace`,
 * and every address which our clients never fetch by that of `replaceNever`.
 */
export function replacingReferences(replace: ReplaceAddress, replaceNever: ReplaceAddress): MarkupReferences {
  const css = (text: string): string => rewriteCssAddresses(text, replace)
  const srcset = (text: string): string => {
    const splices: Splice[] = []
    for (const { url, start, end } of srcsetCandidates(text)) {
      const replaced = replace(url)
      if (replaced !== null) splices.push({ start, end, text: replaced })
    }
    return spliced(text, splices)
  }
  const rewrite: Record<AttributeReference, (value: string) => string | null> = {
    address: replace,
    srcset,
    css,
    never: replaceNever,
  }
  return {
    attribute(kind, value) {
      const rewritten = rewrite[kind](value)
      return rewritten === value ? null : rewritten
    },
    styleElement(text) {
      const rewritten = css(text)
      return rewritten === text ? null : rewritten
    },
  }
}
