import { isIP } from 'node:net'
import { isPublicAddress } from './address-guard'
import type { AllowList } from './allow-list'
import { outboundUrl } from './outbound-url'

/**
 * Null for https, and for http to the allowlist; otherwise the rest of a sentence about the URL. Addresses of host
 * names are checked at each connection.
 */
export function whyPostUrlRefused(text: string, allowList: AllowList): string | null {
  const url = outboundUrl(text)
  if (!url)
    return 'cannot be called: a URL must begin with https://, have no user information, and not use the port of another protocol.'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const isNamed =
    allowList.allowsHost(host, port) || (isIP(host) !== 0 && allowList.allowsAddress(host, port))
  if (isNamed) return null
  if (url.protocol !== 'https:') return 'is not an https URL: begin it with https://.'
  if (isIP(host) !== 0 && !isPublicAddress(host))
    return 'names an address that is not public: use one that the internet reaches.'
  return null
}
