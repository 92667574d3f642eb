import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** A server that nothing may connect to: it stands for the internal network, and counts connections. */
export interface ConnectionCounter {
  port: number
  /** Connections so far; a test may set it back to 0. */
  connections: number
  close(): Promise<void>
}

/** Starts the server, on a free port of every address of this machine. It cuts each connection. */
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
