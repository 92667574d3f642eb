import { whyHttpsUriRefused } from '@pas/accounts/why-https-uri-refused'
import type { AllowList } from '../outbound/allow-list'
import { whyPostUrlRefused } from '../outbound/why-post-url-refused'

/**
 * The end of a sentence that begins with "The URL"; null when it is allowed: absolute https without user information
 * and fragment, host as browsers write it and public. `WEBHOOK_ALLOW` also allows http and its addresses.
 */
export function whyWebhookUrlRefused(url: string, webhookAllow: AllowList): string | null {
  const isHttp = /^http:\/\//i.test(url)
  const isHttpAllowed = isHttp && whyPostUrlRefused(url, webhookAllow) === null
  return (
    whyHttpsUriRefused(isHttpAllowed ? url.replace(/^http/i, 'https') : url) ??
    whyPostUrlRefused(url, webhookAllow)
  )
}
