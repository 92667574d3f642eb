import type { AttributeReference } from './attribute-reference'
import { rewriteCssAddresses } from './css-references'
import { findBase } from './find-references'
import { resolveReference } from './resolve-reference'
import { rewriteMarkup, type MarkupReferences } from './rewrite-markup'
import { spliced, type Splice } from './splice'
import { srcsetCandidates } from './srcset'

/**
 * `replace` gets normalised absolute http(s) URLs without fragment; null keeps the reference. Relative addresses are
 * resolved against `<base>`, or else `baseUrl`. No other byte changes.
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
    createReplacingHandlers(replaceAddress, () => null),
  )
}

type ReplaceAddress = (address: string, isStyleSheet: boolean) => string | null

/** For `rewriteMarkup`. `replaceNever` gets the addresses that our clients never fetch, `replace` all others. */
export function createReplacingHandlers(
  replace: ReplaceAddress,
  replaceNever: ReplaceAddress,
): MarkupReferences {
  const rewriteCss = (text: string): string => rewriteCssAddresses(text, replace)
  const rewriteSrcset = (text: string): string => {
    const splices: Splice[] = []
    for (const { url, start, end } of srcsetCandidates(text)) {
      const replaced = replace(url, false)
      if (replaced !== null) splices.push({ start, end, text: replaced })
    }
    return spliced(text, splices)
  }
  const rewrite: Record<AttributeReference, (value: string) => string | null> = {
    address: (value) => replace(value, false),
    styleSheet: (value) => replace(value, true),
    srcset: rewriteSrcset,
    css: rewriteCss,
    never: (value) => replaceNever(value, false),
  }
  return {
    attribute(kind, value) {
      const rewritten = rewrite[kind](value)
      return rewritten === value ? null : rewritten
    },
    styleElement(text) {
      const rewritten = rewriteCss(text)
      return rewritten === text ? null : rewritten
    },
  }
}
