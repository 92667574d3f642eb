import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Lower than the ports of outgoing connections (ip(7)), which a busy machine uses up in a minute. */
const firstPort = 20_000
const lastPort = 32_767

/** Each of Jest's workers takes ports of its own: in one run of forty, two would take the same. */
const shares = 16
const ownShare = Number(process.env.JEST_WORKER_ID ?? 0) % shares

const given = new Set<number>()

/** A loopback port on which nothing listens, never given before. Another process may take it, but no other test. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort / shares, (lastPort + 1) / shares) * shares + ownShare
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
