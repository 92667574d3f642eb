import { Agent, request, type Dispatcher } from 'undici'
import { createGuardedConnector, type GuardedConnectorOptions } from './guarded-connector'
import { createLookup } from './lookup-addresses'
import { RefusedRequestError } from './outbound-get'
import { whyPostUrlRefused } from './why-post-url-refused'

/** The answer to a POST. A redirect is an answer like any other: it is not followed. */
export interface OutboundAnswer {
  statusCode: number
  headers: Dispatcher.ResponseData['headers']
  /** The start of the body, decoded as UTF-8: at most `maxAnswerCharacters`, and only what came in time. */
  text: string
}

/**
 * Sends a POST request. Rejects with an error that `outboundFailureOf` classifies, or with the reason of `signal`. The
 * URL is checked again with `whyPostUrlRefused`, because the allowlist may have changed since the URL was stored.
 */
export type OutboundPost = (
  url: string,
  options: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<OutboundAnswer>

/** How requests are sent; `lookup` and `ca` replace the system's resolver and trusted certificates. */
export interface OutboundPostOptions extends Omit<GuardedConnectorOptions, 'lookup' | 'timeoutMs'> {
  lookup?: GuardedConnectorOptions['lookup']
  /**
   * Time for the whole request, from the DNS lookup on. Without the answer's headers by then the request fails; of the
   * body, only what has come by then is read.
   */
  timeoutMs: number
  /** Time for the answer's body, from its headers on. What has come by then is read, and the connection is closed. */
  bodyTimeoutMs: number
  /** Characters of the answer's body that are read. The connection is closed when there are more. */
  maxAnswerCharacters: number
}

/**
 * Makes the function that sends POST requests to the outside web: only to public addresses and the allowlist, checked
 * at each new connection; with no cookie, credential, proxy or redirect; with certificates verified.
 */
export function createOutboundPost({
  timeoutMs,
  bodyTimeoutMs,
  maxAnswerCharacters,
  lookup = createLookup(),
  ...connection
}: OutboundPostOptions): OutboundPost {
  const connect = createGuardedConnector({ ...connection, timeoutMs, lookup })
  const agent = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })

  return async (url, { headers, body, signal }) => {
    if (whyPostUrlRefused(url, connection.allowList) !== null) throw new RefusedRequestError('url')
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    ended.throwIfAborted()
    const untilEnded = new Promise<never>((_resolve, reject) => {
      ended.addEventListener('abort', () => reject(ended.reason as Error), { once: true })
    })
    untilEnded.catch(() => undefined)
    const options = { method: 'POST', dispatcher: agent, headers, body, signal: ended } as const
    const sending = request(url, options)
    // The body of an answer that comes after the request was given up has no reader, so its error would be unhandled.
    sending.then(
      (late) => late.body.on('error', () => undefined),
      () => undefined,
    )
    // Raced, because undici does not act on the signal while a request waits for its connection.
    const answer = await Promise.race([sending, untilEnded])
    const late = setTimeout(() => answer.body.destroy(), bodyTimeoutMs)
    const text = await readStart(answer.body, maxAnswerCharacters)
    clearTimeout(late)
    return { statusCode: answer.statusCode, headers: answer.headers, text }
  }
}

/** The first characters of a body, or of what came before it broke off. Never rejects. */
async function readStart(body: Dispatcher.ResponseData['body'], maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      text += decoder.decode(chunk, { stream: true })
      // A code point takes at most two UTF-16 code units, which `length` counts.
      if (text.length >= 2 * maxCharacters) break
    }
  } catch {
    // The answer has its status already; a body that breaks off changes nothing.
  } finally {
    body.destroy()
  }
  return [...text].slice(0, maxCharacters).join('')
}
