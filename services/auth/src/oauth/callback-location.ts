/** RFC 6749 §3.1.2 and §4.1.2: the registered URI keeps its own query, byte for byte. Null parameters are left out. */
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

/** All but RFC 3986 §2.3's unreserved characters; `encodeURIComponent` leaves `!'()*`, too. */
export const encodeParameter = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
