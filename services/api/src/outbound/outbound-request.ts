import { errors, request, type Dispatcher } from 'undici'
import { NoPublicAddressError, NoPublicNamesError } from './address-guard'
import { codeOf } from './error-code'
import { createOutboundRoutes, type OutboundOptions, type OutboundRoute } from './outbound-routes'
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

/** Some servers refuse user agents that name no browser. */
export const userAgent = 'Mozilla/5.0 (compatible; partner-access-service)'

export interface OutboundResponse {
  url: URL
  statusCode: number
  headers: Dispatcher.ResponseData['headers']
  body: Dispatcher.ResponseData['body']
}

interface RequestOptions {
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  signal: AbortSignal
  /** Called before each request; throws to prevent it. */
  spend?: () => void
}

/**
 * `url` must come from `outboundUrl`. Rejects with an error for `outboundFailureOf`, or with the reason of `signal`.
 * The caller must read `body` or destroy it.
 */
export async function sendOutbound(
  { dispatcher, assertForwarded }: OutboundRoute,
  url: URL,
  { spend, ...options }: RequestOptions,
): Promise<OutboundResponse> {
  options.signal.throwIfAborted()
  const sending = sendWithRetry(url, { dispatcher, ...options }, spend)
  // An abandoned body may emit 'error', which ends the process when it has no listener.
  sending.then(
    ({ body }) => body.on('error', () => undefined),
    () => undefined,
  )
  const { statusCode, headers, body } = await untilAborted(sending, options.signal)
  try {
    assertForwarded(url, options.method, statusCode)
  } catch (error) {
    body.destroy()
    throw error
  }
  return { url, statusCode, headers, body }
}

export function redirectOf({ statusCode, headers }: OutboundResponse): string | null {
  const location = singleHeader(headers.location)
  return [301, 302, 303, 307, 308].includes(statusCode) && location !== '' ? location : null
}

export const singleHeader = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? ''

/** Sends once more when the server closed the connection, which may be an old keep-alive one. */
async function sendWithRetry(
  url: URL,
  options: { dispatcher: Dispatcher } & Omit<RequestOptions, 'spend'>,
  spend: () => void = () => undefined,
): Promise<Dispatcher.ResponseData> {
  spend()
  try {
    return await request(url, options)
  } catch (error) {
    if (options.signal.aborted || !isClosedConnection(error)) throw error
    spend()
    return request(url, options)
  }
}

const isClosedConnection = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error))

/** Rejects when `signal` aborts, with its reason: undici ignores it while a request waits for its connection. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
