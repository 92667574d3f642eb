import { randomBytes, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** How long the webmail may be silent during a request; above the default CAPTURE_TIMEOUT_MS. */
const answerTimeoutMs = 30_000

const keyHeader = 'x-webmail-key'

/** A loopback server for one session to the webmail's Unix socket, which Playwright's client cannot use. */
export interface SessionGate {
  /** The loopback URL, for the worker only: the browser never learns it. */
  url: string
  /** A request without these headers gets 403, because other users of the machine can connect, too. */
  headers: Record<string, string>
  /** Aborts the requests under way and accepts no more. */
  end(): void
}

/**
 * Opens a gate for one session.
 *
 * @param requestsAtATime maximum concurrent requests, so that a page with a hundred attached images leaves workers of
 * the webmail free
 * @param onSilence called when the webmail does not answer: one of its workers, which are not restarted, has died
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
      // The webmail's own host name, in place of the gate's.
      headers: { ...headers, host: 'localhost' },
    })
    const fail = (): void => {
      if (!isEnded) onSilence()
      response.destroy()
    }
    response.on('close', () => upstream.destroy())
    upstream.on('timeout', fail)
    upstream.on('error', () => {
      // If the client of the gate hung up first, this error only follows from that.
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
