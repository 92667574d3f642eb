import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'

/** "The internal network": whatever connects to this machine on `port` is written down. */
export interface Canary {
  /** The local address of each connection. */
  heard: string[]
  close(): void
}

/**
 * 127.0.0.1, every IPv6 address, and this machine's other addresses; not the rest of 127/8, where a test's public web
 * is.
 */
export async function startCanary(port: number): Promise<Canary> {
  const heard: string[] = []
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  const servers: Server[] = []
  for (const host of ['127.0.0.1', ...outer, '::']) {
    const server = createServer((socket) => {
      heard.push(socket.localAddress ?? host)
      socket.destroy()
    })
    server.listen({ port, host, ipv6Only: true })
    await once(server, 'listening')
    servers.push(server)
  }
  return {
    heard,
    close: () => {
      for (const server of servers) server.close()
    },
  }
}
