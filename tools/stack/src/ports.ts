import net from 'node:net'
import offsets from './port-offsets.json'
import { StackError } from './progress'

/** The loopback ports of one stack (docs/contract.md §6.1: base B … B+49). */
export interface StackPorts {
  auth: number
  api: number[]
  images: number
  board: number
  demoWeb: number
  postgres: number
  redis: number
  /** Plain HTTP, for the health checks of each worker. */
  workerHealth: number[]
}

/** Maximum numbers for which the range of ports has room. */
export const maxApis = 15
export const maxWorkers = 20

/** The ports of a stack with this many APIs and workers, at most `maxApis` and `maxWorkers`. */
export function assignPorts(base: number, apis: number, workers: number): StackPorts {
  return {
    auth: base + offsets.auth,
    api: Array.from({ length: apis }, (_, index) => base + (index === 0 ? offsets.api : 9 + index)),
    images: base + offsets.images,
    board: base + offsets.board,
    demoWeb: base + offsets['the demo web'],
    postgres: base + offsets.postgres,
    redis: base + offsets.redis,
    workerHealth: Array.from({ length: workers }, (_, index) => base + offsets['render-worker'] + index),
  }
}

/**
 * Throws a `StackError` that names the first port on which another process listens. Key: the name of the port's user.
 */
export async function assertPortsFree(ports: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if (!(await isPortFree(port)))
      throw new StackError(
        `Port ${port}, which ${name} needs, is in use: stop what listens there, or choose 50 other ports, for example with 'PAS_PORT_BASE=9443 npm start'.`,
      )
  }
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else if (error.code === 'EACCES')
        reject(
          new StackError(`Port ${port} may not be used by this user: set PAS_PORT_BASE to 1024 or more.`),
        )
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true)
      })
    })
  })
}

/** A loopback port that no process uses at the moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => {
        resolve(port)
      })
    })
  })
}
