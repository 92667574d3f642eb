import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A TCP port of loopback that no process listens on now. Another process may take it before the caller does. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
