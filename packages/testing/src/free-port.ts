import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that Linux gives to outgoing connections (ip(7)), which a busy machine uses up in a minute. */
const firstPort = 30_000
const lastPort = 32_767

/** A TCP port of loopback that no process listens on now. Another process may take it before the caller does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort + 1)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
