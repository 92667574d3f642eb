import { errors } from 'undici'
import { codeOf } from './error-code'
import { NoPublicAddressError, NoPublicNamesError } from './address-guard'
import { redirectOf, sendOutbound, type OutboundResponse } from './outbound-request'
import { createOutboundRoutes, type OutboundOptions } from './outbound-routes'
import { outboundUrl } from './outbound-url'

/** A closed list: a label of metrics, and shown to the account that gave the URL. */
export type OutboundFailure =
  | 'url'
  /** One failure for unknown and internal hosts: the difference would tell which internal names exist. */
  | 'no_public_address'
  | 'no_public_names'
  | 'certificate'
  /** Everything else, also a silent name server or a proxy that does not forward. */
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

/** Checks each redirect. Rejects with an error for `outboundFailureOf`, or with the reason of `signal`. */
export type OutboundGet = (
  url: string,
  options: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<OutboundResponse>

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

/** Classifies errors of an `OutboundGet`, of reading its body, and of an `OutboundPost`. */
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
