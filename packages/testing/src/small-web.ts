import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

export interface SmallWeb {
  url: string
  port: number
  /** `METHOD path`, in order. */
  requests: string[]
  openConnections(): Promise<number>
  close(): Promise<void>
}

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

/** Files by their path; 404 for every other. */
export const serveFiles = (files: ReadonlyMap<string, Buffer>, contentType: string): Promise<SmallWeb> =>
  startSmallWeb((req, res) => {
    const file = files.get(req.url ?? '')
    if (file) res.writeHead(200, { 'Content-Type': contentType }).end(file)
    else res.writeHead(404).end()
  })
