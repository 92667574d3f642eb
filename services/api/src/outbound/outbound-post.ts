import { request, type Dispatcher } from 'undici'
import { RefusedRequestError } from './outbound-get'
import { createOutboundRoutes, type OutboundOptions } from './outbound-routes'
import { untilAborted } from './until-aborted'
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

/** How requests are sent. */
export interface OutboundPostOptions extends OutboundOptions {
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
 * at each new connection; with no cookie, credential or redirect; with certificates verified.
 */
export function createOutboundPost({
  bodyTimeoutMs,
  maxAnswerCharacters,
  ...options
}: OutboundPostOptions): OutboundPost {
  const { timeoutMs, allowList } = options
  const routes = createOutboundRoutes(options)

  return async (url, { headers, body, signal }) => {
    if (whyPostUrlRefused(url, allowList) !== null) throw new RefusedRequestError('url')
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    ended.throwIfAborted()
    const { dispatcher } = await untilAborted(routes.find(new URL(url)), ended)
    const sending = request(url, { method: 'POST', dispatcher, headers, body, signal: ended })
    // The body of an answer that comes after the request was given up has no reader, so its error would be unhandled.
    sending.then(
      (late) => late.body.on('error', () => undefined),
      () => undefined,
    )
    // Raced, because undici does not act on the signal while a request waits for its connection.
    const answer = await untilAborted(sending, ended)
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
