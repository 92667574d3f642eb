/** Where people go who came for nothing else. */
export const home = '/settings/clients'

/**
 * Where to go after signing in: what was asked for, if it is a path of ours, else `home`. Whatever a browser could take for another
 * site is dropped: a scheme, `//`, a backslash (WHATWG URL reads it as `/`), and control characters (which it leaves out).
 */
export function checkedReturnTo(asked: unknown, authUrl: string): string {
  if (typeof asked !== 'string' || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked)) return home
  // The leading slash leaves the origin as it is; this is the second lock, in a browser's own way of reading.
  return new URL(asked, authUrl).origin === new URL(authUrl).origin ? asked : home
}

/**
 * Whether every proxy passes this `Location` on. Many take 4 KB of an answer's headers in all (nginx, `proxy_buffer_size`), and ours have
 * cookies and a content security policy beside it.
 */
export const fitsLocation = (location: string): boolean => location.length <= 2_048

/** The path, or `home` for one that is too long to lead to: only somebody's own making is. */
export const shortPath = (path: string): string => (fitsLocation(path) ? path : home)

/** The sign-in page, which leads back to this path of ours. */
export const loginPath = (returnTo: string): string => `/login?return_to=${encodeURIComponent(returnTo)}`
