import { isOwnPath } from '@pas/pages/own-path'

/** The page after signing in when no other was asked for: it redirects to the board, if there is one. */
export const home = '/'

/** The path to go to after signing in: `asked`, if it is a path of ours, otherwise `home`. */
export const checkedReturnTo = (asked: unknown, authUrl: string): string =>
  isOwnPath(asked, authUrl) ? asked : home

/**
 * Whether proxies pass this `Location` on. Many accept 4 KB of response headers in total (nginx, `proxy_buffer_size`),
 * and ours also hold cookies and a content security policy.
 */
export const fitsLocation = (location: string): boolean => location.length <= 2_048

/** The path, or `home` when it is too long for a `Location`; no page of ours links to such a path. */
export const shortPath = (path: string): string => (fitsLocation(path) ? path : home)

/** The path of the sign-in page that leads back to `returnTo`, a path of ours. */
export const loginPath = (returnTo: string): string => `/login?return_to=${encodeURIComponent(returnTo)}`
