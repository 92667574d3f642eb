/**
 * RFC 6749 §3.1.2 and §4.1.2: the registered URI, its query byte for byte, and our parameters behind it. A parameter that is null is
 * left out.
 */
export function callbackLocation(
  callbackUri: string,
  parameters: Readonly<Record<string, string | null>>,
): string {
  const added = Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, value]) => `${name}=${encodeParameter(value)}`)
    .join('&')
  const separator = !callbackUri.includes('?') ? '?' : /[?&]$/.test(callbackUri) ? '' : '&'
  return `${callbackUri}${separator}${added}`
}

/** RFC 3986 §2.3: everything but unreserved characters; `encodeURIComponent` leaves five more. */
export const encodeParameter = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
