/** An address that never loads: an engine's only network answers 404 for it. */
export const missingReference = 'http://assets.invalid/missing'

/** Maximum length of an address. Browsers refuse much longer ones, and servers do not answer them. */
const maxUrlLength = 16_384

/** What a client reads in the text of an address. */
type Reference =
  /** Fetched over http(s): normalised, absolute, without its fragment (kept apart, with its `#`). */
  | { kind: 'remote'; url: string; fragment: string }
  /** A part of the same message (RFC 2392): `cid:` and the part's Content-ID, decoded. */
  | { kind: 'part'; url: string }
  /** Carried by the address itself (data:), points into the same document, or is empty: leave it alone. */
  | { kind: 'carried' }
  /** Nothing a client of ours loads: another scheme, a relative address without a base, no address at all. */
  | { kind: 'dead' }

const carried: Reference = { kind: 'carried' }
const dead: Reference = { kind: 'dead' }

/** The base for an email without one. An address that resolves to it was relative. */
const nowhere = 'https://relative.invalid/'

/**
 * Reads an address as browsers do (WHATWG URL: surrounding blanks and inner line breaks vanish). Protocol-relative
 * addresses are https. `baseUrl` is an absolute http(s) URL, or null when there is nothing to resolve against.
 */
export function resolveReference(text: string, baseUrl: string | null): Reference {
  // The URL standard drops C0 controls and blanks in front, and tabs and line breaks anywhere.
  const beginning = text
    .slice(0, 256)
    .replace(/^[^!-\uffff]+/, '')
    .replace(/[\t\n\r]+/g, '')
  if (/^data:/i.test(beginning)) return carried
  if (text.length > maxUrlLength) return dead
  if (/^cid:/i.test(beginning)) return { kind: 'part', url: partUrl(text) }
  if (beginning === '' ? text.trim() === '' : beginning.startsWith('#')) return carried
  let url: URL
  try {
    url = new URL(text, baseUrl ?? nowhere)
  } catch {
    return dead
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return dead
  if (baseUrl === null && url.host === 'relative.invalid') return dead
  const { hash } = url
  url.hash = ''
  return url.href.length > maxUrlLength ? dead : { kind: 'remote', url: url.href, fragment: hash }
}

function partUrl(text: string): string {
  const contentId = text
    .replace(/^[^!-\uffff]+|[\t\n\r]+/g, '')
    .slice('cid:'.length)
    .trim()
  try {
    return `cid:${decodeURIComponent(contentId)}`
  } catch {
    return `cid:${contentId}`
  }
}

/** `href` of a `<base>` as a base: absolute http(s), or null. */
export function absoluteBase(href: string): string | null {
  const reference = resolveReference(href, null)
  return reference.kind === 'remote' ? reference.url : null
}

/**
 * What takes the place of a reference's text, or null when it stays: `replace` sees normalised http(s) and `cid:` URLs.
 */
export function replacedReference(
  text: string,
  baseUrl: string | null,
  replace: (url: string) => string,
): string | null {
  const reference = resolveReference(text, baseUrl)
  switch (reference.kind) {
    case 'remote':
      return replace(reference.url) + reference.fragment
    case 'part':
      return replace(reference.url)
    case 'dead':
      return missingReference
    case 'carried':
      return null
  }
}
