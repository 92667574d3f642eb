import { home } from '@pas/pages/return-to'

export { checkedReturnTo, home } from '@pas/pages/return-to'

/**
 * Whether proxies pass this `Location` on. Many accept 4 KB of response headers in total (nginx, `proxy_buffer_size`),
 * and ours also hold cookies and a content security policy.
 */
export const fitsLocation = (location: string): boolean => location.length <= 2_048

/** The path, or `home` when it is too long for a `Location`; no page of ours links to such a path. */
export const shortPath = (path: string): string => (fitsLocation(path) ? path : home)

/** The path of the sign-in page that leads back to `returnTo`, a path of ours. */
export const loginPath = (returnTo: string): string => `/login?return_to=${encodeURIComponent(returnTo)}`
