import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { watchBytes, type BytesFault } from './watch-bytes'

type ConnectionOf<Connections> = Connections extends Set<infer Connection> ? Connection : never
export type SmtpConnection = ConnectionOf<SMTPServer['connections']>

/** What is known of a connection before its first command. */
export interface Peer {
  ip: string
  /** False for what a proxy passes on, even from this machine. */
  isLoopback: boolean
}

interface StrictOptions extends SMTPServerOptions {
  /** Ranges whose connections begin with a line of the PROXY protocol. */
  proxies: readonly string[]
  maxLinesUnknown: number
  /** Before the greeting. The function that it returns says whether the session has still to sign in. */
  onOpen: (connection: SmtpConnection, peer: Peer) => () => boolean
  onFault: (connection: SmtpConnection, fault: BytesFault) => void
}

/** `smtp-server` that watches every byte, knows which peers are loopback, and answers VRFY and EXPN with 502. */
export class StrictSmtpServer extends SMTPServer {
  private readonly isUnknown = new WeakMap<SmtpConnection, () => boolean>()

  constructor(private readonly strict: StrictOptions) {
    // True has `smtp-server` make room for sockets that owe the line; `_expectsProxyHeader` says which they are.
    super({ ...strict, useProxy: strict.proxies.length > 0 })
  }

  override _expectsProxyHeader({ remoteAddress }: Socket): boolean {
    return this.strict.proxies.length > 0 && isWithin(remoteAddress, this.strict.proxies)
  }

  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const isProxied = this._expectsProxyHeader(socket)
    super.connect(socket, options)
    const connection = [...this.connections].at(-1)
    if (!connection) return
    const isLoopback = !isProxied && isLoopbackAddress(socket.remoteAddress)
    this.isUnknown.set(
      connection,
      this.strict.onOpen(connection, { ip: connection.remoteAddress, isLoopback }),
    )
    const answer502 = (_command: Buffer, done: () => void): void => {
      connection.send(502, 'Not implemented: any recipient is taken.')
      done()
    }
    Object.assign(connection, { handler_VRFY: answer502, handler_EXPN: answer502 })
    this.watch(connection, socket)
  }

  /** Call it in `onSecure` before its callback: bytes within TLS come from another socket. */
  watch(connection: SmtpConnection, socket: Socket): void {
    const isUnknown = this.isUnknown.get(connection) ?? (() => true)
    watchBytes(socket, { maxLines: this.strict.maxLinesUnknown, isUnknown }, (fault) =>
      this.strict.onFault(connection, fault),
    )
  }
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** `ranges`: CIDR or addresses. */
function isWithin(address: string | undefined, ranges: readonly string[]): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return ranges.some((range) => {
    const [base, bits] = ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : [ipaddr.process(range), null]
    return base.kind() === parsed.kind() && parsed.match(base, bits ?? (base.kind() === 'ipv4' ? 32 : 128))
  })
}
