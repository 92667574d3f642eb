import { Agent, request, type Dispatcher } from 'undici'
import { createGuardedConnector, type GuardedConnectorOptions } from './guarded-connector'
import { codeOf } from './error-code'
import { createLookup } from './lookup-addresses'

/** Who asks, as browsers write it: some servers refuse what names no browser. */
export const userAgent = 'Mozilla/5.0 (compatible; partner-access-service)'

/** A response. The caller must read `body` or destroy it. */
export interface OutboundResponse {
  url: URL
  statusCode: number
  headers: Dispatcher.ResponseData['headers']
  body: Dispatcher.ResponseData['body']
}

/**
 * Sends one request, to a URL of `outboundUrl`, and follows no redirect. Rejects for `outboundFailureOf`, or with the
 * reason of `signal`, which ends a request that still waits for its connection only when the connection is there.
 */
export type OutboundRequest = (
  url: URL,
  options: { method: 'GET' | 'HEAD'; headers: Record<string, string>; signal: AbortSignal },
) => Promise<OutboundResponse>

/** How requests are sent; `lookup` and `ca` replace the system's resolver and trusted certificates. */
export interface OutboundOptions extends Omit<GuardedConnectorOptions, 'lookup'> {
  lookup?: GuardedConnectorOptions['lookup']
}

/**
 * Makes the function that sends GET and HEAD requests to the outside web: only to public addresses and the allowlist;
 * with no cookie, credential or proxy; with certificates verified.
 */
export function createOutboundRequest({
  lookup = createLookup(),
  ...connection
}: OutboundOptions): OutboundRequest {
  const { timeoutMs } = connection
  const connect = createGuardedConnector({ ...connection, lookup })
  const agent = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })

  return async (url, options) => {
    const { statusCode, headers, body } = await sendOnce(url, { dispatcher: agent, ...options })
    // Node ends the process for an 'error' event without a listener, and an abandoned body may emit one.
    body.on('error', () => undefined)
    return { url, statusCode, headers, body }
  }
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
  options: { dispatcher: Agent } & Parameters<OutboundRequest>[1],
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
