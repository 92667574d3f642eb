import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Stands for the internal network: records every connection to this machine on one port. */
export interface Canary {
  /** The local address of each connection. */
  heard: string[]
  close(): void
}

/**
 * Listens on 127.0.0.1, on every IPv6 address and on this machine's other IPv4 addresses; not on the rest of
 * 127.0.0.0/8, where the test's public web is.
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
