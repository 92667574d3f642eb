import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

/** The outside web of a test: an HTTP server on loopback that records its requests. */
export interface SmallWeb {
  /** Without a trailing slash. */
  url: string
  port: number
  /** `METHOD path` of every request, in order. */
  requests: string[]
  openConnections(): Promise<number>
  close(): Promise<void>
}

/** Starts the server on a free port of a loopback address; `answer` handles every request. */
export async function startSmallWeb(answer: http.RequestListener, address = '127.0.0.1'): Promise<SmallWeb> {
  const requests: string[] = []
  const server = http.createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`)
    answer(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${address}:${port}`,
    port,
    requests,
    openConnections: () => promisify(server.getConnections.bind(server))(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
