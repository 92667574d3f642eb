const maxLength = 2_000

/** RFC 3986 §2: reserved and unreserved characters, and `%` with two hexadecimal digits. */
const uriText = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/

/**
 * Null for an absolute https URI without fragment and user information, with a host as browsers read it, so that hosts
 * compare as text; otherwise the rest of a sentence.
 */
export function whyHttpsUriRefused(uri: string): string | null {
  if (uri.length > maxLength) return `is too long: give at most ${maxLength} characters.`
  if (!/^https:\/\//i.test(uri)) return 'is not an absolute https URI: begin it with https://.'
  if (!uriText.test(uri)) {
    return 'holds a character that no URI may hold: percent-encode it, or write the host in its ASCII (xn--) form.'
  }
  if (uri.includes('#')) return 'has a fragment: remove it and its #.'
  const authority = uri.slice('https://'.length).split(/[/?]/, 1)[0] ?? ''
  if (authority.includes('@')) return 'has user information: remove what stands before the @.'
  return whyHostRefused(uri, authority.replace(/:[0-9]*$/, '').toLowerCase())
}

function whyHostRefused(uri: string, host: string): string | null {
  if (host === '') return 'has no host: name one after https://.'
  if (!URL.canParse(uri)) return 'cannot be read as a URL: check its host and port.'
  // The URL parser rewrites numbers, percent-encoding and IPv6 in a host. The host that a person reads must be the one
  // that is called.
  const { hostname } = new URL(uri)
  return hostname === host ? null : `has a host that browsers read as '${hostname}': write it that way.`
}
