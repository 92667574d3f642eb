import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { decode, encode } from 'dns-packet'

/** A name server on loopback. */
export interface NameServer {
  /** `address:port`, as `setServers` takes it. */
  address: string
  /**
   * The addresses of each name: one list for each look-up, the last of which is used for all later ones. Other names do
   * not exist.
   */
  names: Map<string, string[][]>
  close(): void
}

/** Starts a name server without names. */
export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, string[][]>()
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const query = decode(message)
    const [question] = query.questions ?? []
    if (!question) return
    const { name, type } = question
    const lists = names.get(name.toLowerCase())
    // A look-up sends a query for A and one for AAAA; only the one for A moves on to the next list.
    const list = lists && lists.length > 1 && type === 'A' ? lists.shift() : lists?.[0]
    const answers = (list ?? [])
      .filter((address) => type === (isIPv6(address) ? 'AAAA' : 'A'))
      .map((data) => ({ type: type as 'A' | 'AAAA', name, ttl: 0, data }))
    const flags = lists ? 0 : 3 // RFC 1035 §4.1.1: name error
    socket.send(
      encode({
        type: 'response',
        ...(query.id !== undefined && { id: query.id }),
        flags,
        questions: [question],
        answers,
      }),
      from.port,
      from.address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, names, close: () => socket.close() }
}
