import { whyHttpsUriRefused } from '@pas/accounts/why-https-uri-refused'
import type { AllowList } from '../outbound/allow-list'
import { whyPostUrlRefused } from '../outbound/why-post-url-refused'

/**
 * Why an endpoint may not have this URL: the rule that it breaks, as the end of a sentence that begins with "The URL".
 * Null when it may. The URL must be absolute and https, without user information and fragment; its host must be written
 * as browsers read it, and be no address that is not public. For hosts and addresses that `WEBHOOK_ALLOW` names, http
 * and such addresses are allowed.
 */
export function whyWebhookUrlRefused(url: string, webhookAllow: AllowList): string | null {
  const isHttp = /^http:\/\//i.test(url)
  const isHttpAllowed = isHttp && whyPostUrlRefused(url, webhookAllow) === null
  return (
    whyHttpsUriRefused(isHttpAllowed ? url.replace(/^http/i, 'https') : url) ??
    whyPostUrlRefused(url, webhookAllow)
  )
}
