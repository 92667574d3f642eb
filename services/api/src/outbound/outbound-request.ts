import { request, type Dispatcher } from 'undici'
import { codeOf } from './error-code'
import type { OutboundRoute } from './outbound-routes'
import { untilAborted } from './until-aborted'

/** Who asks, as browsers write it: some servers refuse what names no browser. */
export const userAgent = 'Mozilla/5.0 (compatible; partner-access-service)'

/** A response. The caller must read `body` or destroy it. */
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
  /** Called before each request that is sent; ends it by throwing. */
  spend?: () => void
}

/**
 * Sends a request to a URL of `outboundUrl` on a route, with no cookie and no credential, and follows no redirect.
 * Rejects for `outboundFailureOf`, or with the reason of `signal`.
 */
export async function sendOutbound(
  { dispatcher, assertForwarded }: OutboundRoute,
  url: URL,
  { spend, ...options }: RequestOptions,
): Promise<OutboundResponse> {
  options.signal.throwIfAborted()
  const sending = sendOnce(url, { dispatcher, ...options }, spend)
  // Node ends the process for an 'error' event without a listener, and an abandoned body may emit one.
  sending.then(
    ({ body }) => body.on('error', () => undefined),
    () => undefined,
  )
  // Raced, because undici does not act on the signal while a request waits for its connection.
  const { statusCode, headers, body } = await untilAborted(sending, options.signal)
  try {
    assertForwarded(url, options.method, statusCode)
  } catch (error) {
    body.destroy()
    throw error
  }
  return { url, statusCode, headers, body }
}

/** Where a response redirects to, as its server wrote it. Null for one that does not redirect. */
export function redirectOf({ statusCode, headers }: OutboundResponse): string | null {
  const location = singleHeader(headers.location)
  return [301, 302, 303, 307, 308].includes(statusCode) && location !== '' ? location : null
}

/** The first value of a header that may have been sent more than once; empty when it was not sent. */
export const singleHeader = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? ''

/** Sends a request, and once more when the server closed the connection, which it may just have kept alive. */
async function sendOnce(
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
