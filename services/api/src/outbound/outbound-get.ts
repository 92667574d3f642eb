import { Agent, errors, request, type Dispatcher } from 'undici'
import { createGuardedConnector, NoPublicAddressError } from './guarded-connector'
import type { GuardedConnectorOptions } from './guarded-connector'
import { createLookup } from './lookup-addresses'
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
  | 'certificate'
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

/** The response after all redirects. The caller must read `body` or destroy it. */
export interface OutboundResponse {
  /** The URL at the end of the redirects. */
  url: URL
  statusCode: number
  headers: Dispatcher.ResponseData['headers']
  body: Dispatcher.ResponseData['body']
}

/** Sends a GET and follows redirects. Rejects for `outboundFailureOf`, or with the reason of `signal`. */
export type OutboundGet = (
  url: string,
  options: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<OutboundResponse>

/** How requests are sent; `lookup` and `ca` replace the system's resolver and trusted certificates. */
export interface OutboundOptions extends Omit<GuardedConnectorOptions, 'lookup'> {
  lookup?: GuardedConnectorOptions['lookup']
  maxRedirects: number
}

/**
 * Makes the function that sends GET requests to the outside web: only to public addresses and the allowlist, checked
 * again for each redirect; with no cookie, credential or proxy; with certificates verified.
 */
export function createOutboundGet({
  maxRedirects,
  lookup = createLookup(),
  ...connection
}: OutboundOptions): OutboundGet {
  const { timeoutMs } = connection
  const connect = createGuardedConnector({ ...connection, lookup })
  const agent = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })

  return async (startUrl, { headers: requestHeaders, signal }) => {
    const options = { dispatcher: agent, headers: requestHeaders, signal }
    let url = outboundUrl(startUrl)
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      if (!url) throw new RefusedRequestError('url')
      const { statusCode, headers, body } = await requestOnce(url, options)
      // Node ends the process for an 'error' event without a listener, and an abandoned body may emit one.
      body.on('error', () => undefined)
      const location = singleHeader(headers.location)
      if (![301, 302, 303, 307, 308].includes(statusCode) || location === '')
        return { url, statusCode, headers, body }
      void body.dump({ limit: 16_384, signal }).catch(() => undefined)
      url = outboundUrl(location, url)
    }
    throw new RefusedRequestError('redirects')
  }
}

/** The first value of a header that may have been sent more than once; empty when it was not sent. */
export const singleHeader = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? ''

/** Classifies what an `OutboundGet`, reading its body, or an `OutboundPost` rejected with. */
export function outboundFailureOf(error: unknown): OutboundFailure {
  if (error instanceof RefusedRequestError) return error.failure
  if (error instanceof NoPublicAddressError) return 'no_public_address'
  if (error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError)
    return 'too_slow'
  // The reason of `AbortSignal.timeout`.
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'too_slow'
  return /^(?:CERT_|UNABLE_TO_|ERR_TLS_CERT|SELF_SIGNED_|DEPTH_ZERO_)/.test(codeOf(error))
    ? 'certificate'
    : 'connection'
}

/** Sends a request, and once more when the server closed the connection, which it may just have kept alive. */
async function requestOnce(
  url: URL,
  options: { dispatcher: Agent; headers: Record<string, string>; signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  try {
    return await request(url, options)
  } catch (error) {
    if (options.signal.aborted || !isClosedConnection(error)) throw error
    return request(url, options)
  }
}

const isClosedConnection = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error))

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
