import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceProcess } from '../e2e/start-services'

/** As often as an orchestrator looks whether a process is ready. */
const checkMs = 100

/** Sends requests to processes that are ready, in turn, over connections that it keeps, and never a second time. */
export interface Balancer {
  url: string
  /** One more process to send to, once it is ready. */
  add(service: ServiceProcess): void
  /** Whether it sends to it now. */
  isUsed(service: ServiceProcess): boolean
  close(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true })
  const services = new Map<ServiceProcess, { isReady: boolean }>()
  let turn = 0

  const check = (): Promise<unknown> =>
    Promise.all(
      [...services].map(async ([{ url }, state]) => {
        state.isReady = await fetch(`${url}/readyz`, { headers: { 'X-Forwarded-Proto': 'https' } }).then(
          ({ status }) => status === 200,
          () => false,
        )
      }),
    )
  const timer = setInterval(() => void check(), checkMs)

  const server = http.createServer((req, res) => {
    const ready = [...services].filter(([, { isReady }]) => isReady)
    const [service] = ready[turn++ % Math.max(1, ready.length)] ?? []
    if (!service) {
      res.writeHead(502).end('nobody is ready')
      return
    }
    const headers = { ...req.headers, 'x-forwarded-proto': 'https' }
    const passed = http.request(
      new URL(req.url ?? '/', service.url),
      { method: req.method, headers, agent },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      },
    )
    passed.once('error', (error) => {
      if (!res.headersSent) res.writeHead(502)
      res.end(error.message)
    })
    req.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (service) => services.set(service, { isReady: false }),
    isUsed: (service) => services.get(service)?.isReady ?? false,
    close: async () => {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
