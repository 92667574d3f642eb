import net, { type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A TCP proxy to a store that a test can cut, slow down or let hang. */
export interface Relay {
  url: string
  /** Refuses connections until `mend`. */
  cut(): void
  /** Connections stay open and carry nothing, as when the peer vanishes; new ones are never answered until `mend`. */
  hang(): void
  slowDown(delayMs: number): void
  /** Connections that hang go on hanging. */
  mend(): void
  connections(): number
  close(): Promise<void>
}

export async function startRelay(url: string): Promise<Relay> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let state: 'mended' | 'cut' | 'hanging' = 'mended'
  // A hang ends a generation: its connections carry nothing more, also after `mend`.
  let generation = 0
  let delayMs = 0

  const track = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }

  const server = net.createServer((near) => {
    track(near)
    if (state === 'cut') near.destroy()
    if (state !== 'mended') {
      near.resume()
      return
    }
    const openedIn = generation
    const hangs = (): boolean => openedIn !== generation
    const far = net.connect(Number(port), hostname)
    track(far)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      let passed = Promise.resolve()
      const pass = (act: () => unknown): void => {
        const dueMs = performance.now() + delayMs
        passed = passed.then(async () => {
          if (dueMs > performance.now()) await delay(dueMs - performance.now())
          if (!hangs()) act()
        })
      }
      socket.on('data', (bytes) => pass(() => other.write(bytes)))
      socket.on('end', () => pass(() => other.end()))
      // A hanging connection stays open.
      socket.once('close', () => pass(() => other.destroy()))
    }
    near.once('close', () => {
      if (hangs()) far.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    state = 'cut'
    for (const socket of sockets) socket.destroy()
  }
  const relayed = new URL(url)
  relayed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: relayed.toString(),
    cut,
    hang: () => {
      state = 'hanging'
      generation++
    },
    slowDown: (ms) => {
      delayMs = ms
    },
    mend: () => {
      state = 'mended'
    },
    connections: () => Math.ceil(sockets.size / 2),
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => {
          resolve()
        })
      }),
  }
}
