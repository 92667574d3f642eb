import { whyHttpsUriRefused } from '@pas/accounts/why-https-uri-refused'
import type { AllowList } from '@pas/outbound/allow-list'
import { whyPostUrlRefused } from '@pas/outbound/why-post-url-refused'

/**
 * Null for a URL that an endpoint may have; otherwise the rule that it breaks, which continues a sentence that begins
 * with its name: an absolute https URL without user information and fragment, whose host is written as it is called,
 * and at no address that is not public. `WEBHOOK_ALLOW` may name exceptions, for which http will do.
 */
export function whyWebhookUrlRefused(url: string, webhookAllow: AllowList): string | null {
  const isHttp = /^http:\/\//i.test(url)
  const isHttpAllowed = isHttp && whyPostUrlRefused(url, webhookAllow) === null
  return (
    whyHttpsUriRefused(isHttpAllowed ? url.replace(/^http/i, 'https') : url) ??
    whyPostUrlRefused(url, webhookAllow)
  )
}
