import { randomBytes, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** More than the default CAPTURE_TIMEOUT_MS. */
const answerTimeoutMs = 30_000

const keyHeader = 'x-webmail-key'

/** A loopback server before the webmail's Unix socket, which Playwright's client cannot use. */
export interface SessionGate {
  /** The browser never learns it. */
  url: string
  /** Requests without them get 403: other users of the machine can connect, too. */
  headers: Record<string, string>
  end(): void
}

/**
 * `requestsAtATime`: a page with a hundred images must leave workers of the webmail free. `onSilence`: a worker, which
 * is not restarted, has died.
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
      headers: { ...headers, host: 'localhost' },
    })
    const fail = (): void => {
      if (!isEnded) onSilence()
      response.destroy()
    }
    response.on('close', () => upstream.destroy())
    upstream.on('timeout', fail)
    upstream.on('error', () => {
      // If the gate's client hung up first, that is what caused this error.
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
