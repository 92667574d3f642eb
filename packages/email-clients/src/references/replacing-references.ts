import type { AttributeReference } from './attribute-reference'
import { rewriteCssAddresses } from './css-references'
import type { MarkupReferences } from './rewrite-markup'
import { spliced, type Splice } from './splice'
import { srcsetCandidates } from './srcset'

/** What takes the place of an address, decoded as it stands in the markup; null: it stays. */
export type ReplaceAddress = (address: string) => string | null

/**
 * Replaces every address of an email's markup that stands where clients fetch from; `replaceNever` those that no client
 * of ours does.
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
