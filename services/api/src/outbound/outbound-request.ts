import { request, type Dispatcher } from 'undici'
import { codeOf } from './error-code'
import type { OutboundRoute } from './outbound-routes'
import { untilAborted } from './until-aborted'

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
