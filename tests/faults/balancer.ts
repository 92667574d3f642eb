import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceProcess } from '../e2e/start-services'

/** How often the balancer asks each process for /readyz, as an orchestrator does. */
const checkMs = 100

/** A load balancer: sends requests to ready processes in turn, over keep-alive connections, and never retries one. */
export interface Balancer {
  url: string
  /** Adds a process, which gets requests as soon as it is ready. */
  add(service: ServiceProcess): void
  /** Whether the process gets requests at the moment. */
  isUsed(service: ServiceProcess): boolean
  close(): Promise<void>
}

/** Starts a balancer without processes, on a free port of loopback. */
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
      res.writeHead(502).end('no process is ready')
      return
    }
    const headers = { ...req.headers, 'x-forwarded-proto': 'https' }
    const passed = http.request(
      new URL(req.url ?? '/', service.url),
      { method: req.method, headers, agent },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
        // A process that was killed: its caller's connection breaks too, as it would without a balancer.
        answer.once('close', () => answer.complete || res.destroy())
      },
    )
    res.once('close', () => passed.destroy())
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
