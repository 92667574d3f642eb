import { request, type Dispatcher } from 'undici'
import { RefusedRequestError, untilAborted } from './outbound-request'
import { createOutboundRoutes, type OutboundOptions } from './outbound-routes'
import { whyPostUrlRefused } from './why-post-url-refused'

/** A redirect is an answer, too. */
export interface OutboundAnswer {
  statusCode: number
  headers: Dispatcher.ResponseData['headers']
  /** What came in time, as UTF-8, at most `maxAnswerCharacters`. */
  text: string
}

/** Rejects as `OutboundGet` does. Checks the URL again: the allowlist may have changed since it was stored. */
export type OutboundPost = (
  url: string,
  options: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<OutboundAnswer>

export interface OutboundPostOptions extends OutboundOptions {
  /** From the DNS lookup to the answer's headers, and to the end of its body. */
  timeoutMs: number
  /** From the answer's headers to the end of its body. */
  bodyTimeoutMs: number
  maxAnswerCharacters: number
}

/** Sends only to public addresses and the allowlist, without cookies or credentials. */
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
    // An answer after the request was given up has no reader, so its body's error would be unhandled.
    sending.then(
      (late) => late.body.on('error', () => undefined),
      () => undefined,
    )
    const answer = await untilAborted(sending, ended)
    const bodyTimeout = setTimeout(() => answer.body.destroy(), bodyTimeoutMs)
    const text = await readStart(answer.body, maxAnswerCharacters)
    clearTimeout(bodyTimeout)
    return { statusCode: answer.statusCode, headers: answer.headers, text }
  }
}

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
    // The status is known; a body that breaks off is no failure.
  } finally {
    body.destroy()
  }
  return [...text].slice(0, maxCharacters).join('')
}
