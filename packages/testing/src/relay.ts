import net, { type AddressInfo, type Socket } from 'node:net'

/** A way to a store that a test can cut. */
export interface Relay {
  /** The store's URL, by way of the relay. */
  url: string
  /** Breaks every connection, and refuses new ones until `mend`. */
  cut(): void
  mend(): void
  /** Open now. */
  connections(): number
  close(): Promise<void>
}

/** Passes bytes on between a port of loopback and the store that `url` names. */
export async function startRelay(url: string): Promise<Relay> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = net.createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = net.connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const relayed = new URL(url)
  relayed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: relayed.toString(),
    cut,
    mend: () => {
      isCut = false
    },
    connections: () => sockets.size / 2,
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => {
          resolve()
        })
      }),
  }
}
