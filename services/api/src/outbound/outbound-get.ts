import { errors } from 'undici'
import { codeOf } from './error-code'
import { NoPublicAddressError, NoPublicNamesError } from './address-guard'
import { redirectOf, sendOutbound, type OutboundResponse } from './outbound-request'
import { createOutboundRoutes, type OutboundOptions } from './outbound-routes'
import { outboundUrl } from './outbound-url'

/**
 * Why a request to the outside web, or reading its response, failed. A closed list: metrics have it as a label, and the
 * account that gave us the URL is shown it.
 */
export type OutboundFailure =
  /** The URL has another scheme than http(s), user info, or a port that browsers refuse. */
  | 'url'
  /**
   * The host has no address, or one that is neither public nor on the allowlist. One failure for both: the difference
   * would tell an account which names exist inside of our networks.
   */
  | 'no_public_address'
  /** Our name server knows no public names, so nothing can be said of the host. */
  | 'no_public_names'
  | 'certificate'
  /** Everything else, also when no name server answers, and when the proxy does not forward the request. */
  | 'connection'
  | 'redirects'
  | 'too_slow'

/** The request was not sent, or there were too many redirects. */
export class RefusedRequestError extends Error {
  override name = 'RefusedRequestError'
  constructor(readonly failure: OutboundFailure) {
    super(failure)
  }
}

/**
 * Sends a GET and follows redirects; the response is the last one. Rejects for `outboundFailureOf`, or with the reason of
 * `signal`.
 */
export type OutboundGet = (
  url: string,
  options: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<OutboundResponse>

/**
 * Makes the function that sends GET requests to the outside web, and follows redirects, each of which is checked again.
 */
export function createOutboundGet({
  maxRedirects,
  ...options
}: OutboundOptions & { maxRedirects: number }): OutboundGet {
  const routes = createOutboundRoutes(options)

  return async (startUrl, { headers, signal }) => {
    let url = outboundUrl(startUrl)
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      if (!url) throw new RefusedRequestError('url')
      const response = await sendOutbound(await routes.find(url), url, { method: 'GET', headers, signal })
      const location = redirectOf(response)
      if (location === null) return response
      void response.body.dump({ limit: 16_384, signal }).catch(() => undefined)
      url = outboundUrl(location, url)
    }
    throw new RefusedRequestError('redirects')
  }
}

/** Classifies what an `OutboundGet`, reading its body, or an `OutboundPost` rejected with. */
export function outboundFailureOf(error: unknown): OutboundFailure {
  if (error instanceof RefusedRequestError) return error.failure
  if (error instanceof NoPublicAddressError) return 'no_public_address'
  if (error instanceof NoPublicNamesError) return 'no_public_names'
  if (error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError)
    return 'too_slow'
  // The reason of `AbortSignal.timeout`.
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'too_slow'
  return /^(?:CERT_|UNABLE_TO_|ERR_TLS_CERT|SELF_SIGNED_|DEPTH_ZERO_)/.test(codeOf(error))
    ? 'certificate'
    : 'connection'
}
