import { findCssReferences } from './css-references'
import { mayRefer } from './may-refer'
import { absoluteBase, resolveReference } from './resolve-reference'
import { rewriteMarkup, type MarkupReferences } from './rewrite-markup'
import { spliced, type Splice } from './splice'
import { srcsetCandidates } from './srcset'

/**
 * Everything outside its HTML that an email makes some client load, conditional comments included: images (src, srcset,
 * poster, background, input, SVG, VML), stylesheets, and what its CSS names (images, fonts, imports, cursors).
 * Normalised absolute http(s) URLs without fragment, and `cid:` URLs (a part of the same message), unique, in document
 * order, the first `atMost`.
 *
 * A relative address counts only when the email has a `<base>` with an absolute http(s) address (the first one, as in
 * browsers). Most clients drop `<base>`; freezing for those that honour it costs the others nothing. Links, frames,
 * plug-ins, scripts, forms, sound, film and prefetching are never fetched. Addresses over 16,384 characters are left
 * out.
 */
export function findReferences(email: string, atMost = Infinity): string[] {
  if (!mayRefer(email)) return []
  const html = withoutEmbeddedBytes(email)
  const baseUrl = findBase(html)
  const found = new Set<string>()
  /** Hostile markup says the same a hundred thousand times. */
  const seen = new Set<string>()
  const add = (text: string): void => {
    if (found.size >= atMost || seen.has(text)) return
    seen.add(text)
    const reference = resolveReference(text, baseUrl)
    if ('url' in reference) found.add(reference.url)
  }
  const addCss = (css: string): null => {
    if (found.size >= atMost) return null
    for (const url of findCssReferences(css, baseUrl, atMost)) if (found.size < atMost) found.add(url)
    return null
  }
  const references: MarkupReferences = {
    attribute(kind, value) {
      if (kind === 'address') add(value)
      else if (kind === 'srcset') for (const { url } of srcsetCandidates(value)) add(url)
      else if (kind === 'css') addCss(value)
      return null
    },
    styleElement: addCss,
  }
  rewriteMarkup(html, references)
  return [...found]
}

/** The first `<base href>` decides, also for what stands before it; null without one that is absolute. */
export function findBase(html: string): string | null {
  if (!/<base\b/i.test(html)) return null
  let first: string | null = null
  rewriteMarkup(html, {
    attribute: () => null,
    styleElement: () => null,
    base: (href) => {
      first ??= href
    },
  })
  return first === null ? null : absoluteBase(first)
}

/** Data URLs hold megabytes at times, and the tokenizer takes a tenth of a microsecond over each character. */
function withoutEmbeddedBytes(html: string): string {
  const splices: Splice[] = []
  const marker = ';base64,'
  const afterBytes = /[^A-Za-z0-9+/=]|$/g
  for (let at = html.indexOf(marker); at >= 0; at = html.indexOf(marker, afterBytes.lastIndex)) {
    const start = at + marker.length
    afterBytes.lastIndex = start
    const end = afterBytes.exec(html)?.index ?? html.length
    splices.push({ start, end, text: '' })
    afterBytes.lastIndex = end
  }
  return spliced(html, splices)
}
