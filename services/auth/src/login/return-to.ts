/** The page after signing in when no other was asked for. */
export const home = '/settings/clients'

/**
 * The path to go to after signing in: `asked`, if it is a path of ours, otherwise `home`. Refuses everything that a
 * browser could read as another site: a scheme, `//`, a backslash (which the WHATWG URL parser reads as `/`) and
 * control characters (which it drops).
 */
export function checkedReturnTo(asked: unknown, authUrl: string): string {
  if (typeof asked !== 'string' || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked)) return home
  // The pattern alone should keep the origin; this second check parses the path as a browser does.
  return new URL(asked, authUrl).origin === new URL(authUrl).origin ? asked : home
}

/**
 * Whether proxies pass this `Location` on. Many accept 4 KB of response headers in total (nginx, `proxy_buffer_size`),
 * and ours also hold cookies and a content security policy.
 */
export const fitsLocation = (location: string): boolean => location.length <= 2_048

/** The path, or `home` when it is too long for a `Location`; no page of ours links to such a path. */
export const shortPath = (path: string): string => (fitsLocation(path) ? path : home)

/** The path of the sign-in page that leads back to `returnTo`, a path of ours. */
export const loginPath = (returnTo: string): string => `/login?return_to=${encodeURIComponent(returnTo)}`
