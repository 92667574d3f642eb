/** RFC 6749 §3.1.2 and §4.1.2: the registered URI keeps its own query, byte for byte. Null parameters are left out. */
export function callbackLocation(
  callbackUri: string,
  parameters: Readonly<Record<string, string | null>>,
): string {
  const query = Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, value]) => `${name}=${encodeParameter(value)}`)
    .join('&')
  return `${callbackUri}${separatorAfter(callbackUri)}${query}`
}

function separatorAfter(callbackUri: string): string {
  if (!callbackUri.includes('?')) return '?'
  return /[?&]$/.test(callbackUri) ? '' : '&'
}

/** Encodes all but RFC 3986 §2.3's unreserved characters; `encodeURIComponent` would leave `!'()*`. */
export const encodeParameter = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
