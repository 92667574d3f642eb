import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** Stands for the internal network, which nothing may connect to. */
export interface ConnectionCounter {
  port: number
  connections: number
  close(): Promise<void>
}

/** It listens on every address of this machine, and cuts each connection. */
export async function startConnectionCounter(): Promise<ConnectionCounter> {
  const server = net.createServer((socket) => {
    counter.connections++
    socket.destroy()
  })
  server.listen(0)
  await once(server, 'listening')
  const counter: ConnectionCounter = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
  return counter
}
