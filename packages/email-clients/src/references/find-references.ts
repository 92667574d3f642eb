import { findCssReferences } from './css-references'
import { mayRefer } from './may-refer'
import { absoluteBase, resolveReference } from './resolve-reference'
import { rewriteMarkup, type MarkupReferences } from './rewrite-markup'
import { spliced, type Splice } from './splice'
import { srcsetCandidates } from './srcset'

/**
 * Finds everything that an email makes any client load, also in conditional comments: images (src, srcset, poster,
 * background, input, SVG, VML), style sheets, and the images, fonts, imports and cursors of its CSS. Returns normalised
 * absolute http(s) URLs without fragment, and `cid:` URLs (parts of the same message): each once, in document order, at
 * most `atMost`.
 *
 * Relative addresses count only if the first `<base>` has an absolute http(s) address; some clients honour it. Links,
 * frames, plug-ins, scripts, forms, sound, film and prefetching are never fetched. Addresses of more than 16,384
 * characters are left out.
 */
export function findReferences(email: string, atMost = Infinity): string[] {
  if (!mayRefer(email)) return []
  const html = withoutEmbeddedBytes(email)
  const baseUrl = findBase(html)
  const found = new Set<string>()
  /** Addresses that were resolved already. Hostile markup repeats the same one a hundred thousand times. */
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

/**
 * Returns the address of the first `<base href>`, which also applies to markup before it. Null if there is none, or if
 * it is not an absolute http(s) address.
 */
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

/** Removes the bytes of data URLs, which can be megabytes: the tokenizer needs 0.1 microseconds for each character. */
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
