import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** The outside web of a test: an http server on loopback that remembers what it was asked. */
export interface SmallWeb {
  /** Without a trailing slash. */
  url: string
  port: number
  /** `METHOD path` of every request, in order. */
  requests: string[]
  close(): Promise<void>
}

/** Serves `answer` for every request; on a free loopback port. */
export async function startSmallWeb(answer: http.RequestListener): Promise<SmallWeb> {
  const requests: string[] = []
  const server = http.createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`)
    answer(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
