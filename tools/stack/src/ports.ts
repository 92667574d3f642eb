import net from 'node:net'
import offsets from './port-offsets.json'

/** Loopback ports (docs/contract.md §6.1: base B … B+49). */
export interface StackPorts {
  auth: number
  api: number[]
  images: number
  board: number
  /** The first API takes mail there. */
  mail: number
  demoWeb: number
  postgres: number
  redis: number
  /** Plain HTTP, for the health checks of each worker. */
  workerHealth: number[]
}

/** More have no room in the range. */
export const maxApis = 15
export const maxWorkers = 20

export function assignPorts(base: number, apis: number, workers: number): StackPorts {
  return {
    auth: base + offsets.auth,
    api: Array.from({ length: apis }, (_, index) => base + (index === 0 ? offsets.api : 9 + index)),
    images: base + offsets.images,
    board: base + offsets.board,
    mail: base + offsets.mail,
    demoWeb: base + offsets['the demo web'],
    postgres: base + offsets.postgres,
    redis: base + offsets.redis,
    workerHealth: Array.from({ length: workers }, (_, index) => base + offsets['render-worker'] + index),
  }
}

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
