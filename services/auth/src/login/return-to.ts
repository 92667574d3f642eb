import { home } from '@pas/pages/return-to'

export { checkedReturnTo, home } from '@pas/pages/return-to'

/**
 * Many proxies accept 4 KB of response headers in total (nginx, `proxy_buffer_size`), and ours also hold cookies and a
 * content security policy.
 */
export const fitsLocation = (location: string): boolean => location.length <= 2_048

/** Only links that are not ours have a path that is too long. */
export const shortPath = (path: string): string => (fitsLocation(path) ? path : home)

export const loginPath = (returnTo: string): string => `/login?return_to=${encodeURIComponent(returnTo)}`
