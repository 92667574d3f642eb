import { whyHttpsUriRefused } from '@pas/accounts/why-https-uri-refused'
import type { AllowList } from '../outbound/allow-list'
import { whyPostUrlRefused } from '../outbound/why-post-url-refused'

/**
 * Null, or the end of a sentence that begins with "The URL". Allowed: absolute https without user information and
 * fragment, at a public host; `WEBHOOK_ALLOW` adds http and other hosts.
 */
export function whyWebhookUrlRefused(url: string, webhookAllow: AllowList): string | null {
  const isHttp = /^http:\/\//i.test(url)
  const isHttpAllowed = isHttp && whyPostUrlRefused(url, webhookAllow) === null
  return (
    whyHttpsUriRefused(isHttpAllowed ? url.replace(/^http/i, 'https') : url) ??
    whyPostUrlRefused(url, webhookAllow)
  )
}
