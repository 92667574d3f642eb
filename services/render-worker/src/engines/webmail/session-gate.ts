import { randomBytes, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** The longest that nothing comes: more than a capture takes. */
const answerTimeoutMs = 30_000

const keyHeader = 'x-webmail-key'

/** One session's way to the webmail, which listens on a socket that HTTP libraries do not know. */
export interface SessionGate {
  /** On loopback; for the worker alone, the browser never learns it. */
  url: string
  /** Without these a request gets 403: other users of the machine can connect too. */
  headers: Record<string, string>
  /** What is under way is ended, and nothing is let through any more. */
  end(): void
}

/**
 * @param requestsAtATime the others wait, so that a page of a hundred attached images does not occupy all of the
 * webmail's workers
 * @param onSilence called when the webmail gives no answer: one of its workers, which nothing starts again, is gone
 */
export async function openSessionGate({
  socketPath,
  requestsAtATime,
  onSilence,
}: {
  socketPath: string
  requestsAtATime: number
  onSilence: () => void
}): Promise<SessionGate> {
  const key = randomBytes(16).toString('hex')
  const agent = new http.Agent({ maxSockets: requestsAtATime })
  let isEnded = false
  const server = http.createServer((request, response) => {
    const { [keyHeader]: given, ...headers } = request.headers
    if (!isKey(given, key)) {
      response.writeHead(403).end()
      return
    }
    const upstream = http.request({
      socketPath,
      agent,
      timeout: answerTimeoutMs,
      method: request.method,
      path: request.url,
      // As the webmail knows itself.
      headers: { ...headers, host: 'localhost' },
    })
    const fail = (): void => {
      if (!isEnded) onSilence()
      response.destroy()
    }
    response.on('close', () => upstream.destroy())
    upstream.on('timeout', fail)
    upstream.on('error', () => {
      // Its reader may have gone first.
      if (!response.destroyed) fail()
    })
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, (error) => {
        if (error && !answer.complete && !response.destroyed) fail()
      })
    })
    request.pipe(upstream)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: { [keyHeader]: key },
    end: () => {
      isEnded = true
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

function isKey(given: string | string[] | undefined, key: string): boolean {
  const bytes = Buffer.from(String(given))
  return bytes.length === key.length && timingSafeEqual(bytes, Buffer.from(key))
}
