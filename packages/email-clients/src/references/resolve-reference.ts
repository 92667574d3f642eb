/** An engine's only network answers 404 for it. */
export const missingReference = 'http://assets.invalid/missing'

/** Browsers refuse much longer addresses, and servers do not answer them. */
const maxUrlLength = 16_384

type Reference =
  /** `url`: normalised, absolute, without fragment. `fragment`: with `#`, or empty. */
  | { kind: 'remote'; url: string; fragment: string }
  /** A part of the same message (RFC 2392): `cid:` and the decoded Content-ID. */
  | { kind: 'part'; url: string }
  /** `data:`, `#…` or empty: nothing to fetch. */
  | { kind: 'kept' }
  | { kind: 'dead'; why: DeadReason }

/** `relative`: the email has no base. `url`: another scheme, invalid or too long. */
export type DeadReason = 'relative' | 'url'

const kept: Reference = { kind: 'kept' }
const deadUrl: Reference = { kind: 'dead', why: 'url' }

/** Base of an email without one: what resolves to this host was relative. */
const nowhere = 'https://relative.invalid/'

/**
 * Resolves as browsers do (WHATWG URL). Without a base, protocol-relative addresses are https. `baseUrl`: absolute
 * http(s) or null.
 */
export function resolveReference(text: string, baseUrl: string | null): Reference {
  // The URL standard removes C0 controls and blanks at the beginning, and tabs and line breaks anywhere.
  const beginning = text
    .slice(0, 256)
    .replace(/^[^!-\uffff]+/, '')
    .replace(/[\t\n\r]+/g, '')
  if (/^data:/i.test(beginning)) return kept
  if (text.length > maxUrlLength) return deadUrl
  if (/^cid:/i.test(beginning)) return { kind: 'part', url: partUrl(text) }
  // The first 256 characters of a text may be blank, and others follow.
  const isEmpty = beginning === '' && text.trim() === ''
  if (isEmpty || beginning.startsWith('#')) return kept
  let url: URL
  try {
    url = new URL(text, baseUrl ?? nowhere)
  } catch {
    return deadUrl
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return deadUrl
  if (baseUrl === null && url.host === 'relative.invalid') return { kind: 'dead', why: 'relative' }
  const { hash } = url
  url.hash = ''
  return url.href.length > maxUrlLength ? deadUrl : { kind: 'remote', url: url.href, fragment: hash }
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

export function absoluteBase(href: string): string | null {
  const reference = resolveReference(href, null)
  return reference.kind === 'remote' ? reference.url : null
}

/**
 * Null keeps the reference. `replace` gets normalised http(s) and `cid:` URLs. What our clients do not load becomes
 * `missingReference`.
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
    case 'kept':
      return null
  }
}
