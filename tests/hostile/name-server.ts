import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { decode, encode } from 'dns-packet'

/** A name server on loopback. */
export interface NameServer {
  /** `address:port`, as `setServers` takes it. */
  address: string
  /** What each name resolves to: the lists of successive look-ups, the last one for good. Other names do not exist. */
  names: Map<string, string[][]>
  close(): void
}

export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, string[][]>()
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const query = decode(message)
    const [question] = query.questions ?? []
    if (!question) return
    const { name, type } = question
    const lists = names.get(name.toLowerCase())
    // Both families are asked for in one look-up.
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
