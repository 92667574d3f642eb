import { Agent, request, type Dispatcher } from 'undici'
import { createGuardedConnector, type GuardedConnectorOptions } from './guarded-connector'
import { createLookup } from './lookup-addresses'
import { RefusedRequestError } from './outbound-get'
import { whyPostUrlRefused } from './why-post-url-refused'

/** The answer to a POST. A redirect is an answer like any other: it is not followed. */
export interface OutboundAnswer {
  statusCode: number
  headers: Dispatcher.ResponseData['headers']
  /** The first characters of the body, as UTF-8. */
  text: string
}

/**
 * Sends a POST request. Rejects with an error that `outboundFailureOf` classifies, or with the reason of `signal`. The
 * URL may be one that was allowed when it was stored: `whyPostUrlRefused` is asked again.
 */
export type OutboundPost = (
  url: string,
  options: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<OutboundAnswer>

/** How requests are sent; `lookup` and `ca` replace the system's resolver and trusted certificates. */
export interface OutboundPostOptions extends Omit<GuardedConnectorOptions, 'lookup' | 'timeoutMs'> {
  lookup?: GuardedConnectorOptions['lookup']
  /** From the first DNS lookup to the answer's headers; what is there of the body then is all of it that is read. */
  timeoutMs: number
  /** Characters of the answer's body that are read. The connection is closed when there are more. */
  maxAnswerCharacters: number
}

/**
 * Makes the function that sends POST requests to the outside web: only to public addresses and the allowlist, checked
 * at each new connection; with no cookie, credential, proxy or redirect; with certificates verified.
 */
export function createOutboundPost({
  timeoutMs,
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
    // The answer to a request that was given up has no reader.
    sending.then(
      (late) => late.body.on('error', () => undefined),
      () => undefined,
    )
    // Raced, because undici does not act on the signal while a request waits for its connection.
    const answer = await Promise.race([sending, untilEnded])
    const text = await readStart(answer.body, maxAnswerCharacters)
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
      // A character takes two places in a string at most.
      if (text.length >= 2 * maxCharacters) break
    }
  } catch {
    // The status says how the request ended.
  } finally {
    body.destroy()
  }
  return [...text].slice(0, maxCharacters).join('')
}
