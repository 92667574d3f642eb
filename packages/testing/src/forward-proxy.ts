import type { SecureContextOptions } from 'node:tls'
import type { LookupFunction } from 'node:net'
import { RequestError, Server } from 'proxy-chain'

/** Knows only the hosts in `names`. */
export interface ForwardProxy {
  url: string
  port: number
  /** `CONNECT host:port`, or `GET http://host:port/path`, with the right credentials. */
  asked: string[]
  /** The status with which it refuses a request; null: forwards it. */
  refuses: (asked: string) => number | null
  close(): Promise<void>
}

const proxyUser = 'pas'
export const proxyPassword = 'open-sesame'

/** `names` has the address of each known host; all tunnels end at `tunnelPort`; `tls` makes it an https proxy. */
export async function startForwardProxy(
  names: Readonly<Record<string, string>>,
  { tunnelPort, tls }: { tunnelPort?: number; tls?: SecureContextOptions } = {},
): Promise<ForwardProxy> {
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    ...(tls ? { serverType: 'https' as const, httpsOptions: tls } : { serverType: 'http' as const }),
    prepareRequestFunction: ({ request, username, password }) => {
      if (username !== proxyUser || password !== proxyPassword) return { requestAuthentication: true }
      const asked = `${request.method} ${request.url}`
      proxy.asked.push(asked)
      const refusal = proxy.refuses(asked)
      if (refusal !== null) throw new RequestError('refused by policy', refusal)
      const dnsLookup: LookupFunction = (hostname, _options, callback) => {
        const address = names[hostname]
        if (address === undefined) callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), [])
        else callback(null, [{ address, family: 4 }])
      }
      if (request.method === 'CONNECT' && tunnelPort !== undefined) request.url = `127.0.0.1:${tunnelPort}`
      return { dnsLookup: dnsLookup as never }
    },
  })
  await server.listen()
  const proxy: ForwardProxy = {
    url: `${tls ? 'https' : 'http'}://${proxyUser}:${proxyPassword}@127.0.0.1:${server.port}`,
    port: server.port,
    asked: [],
    refuses: () => null,
    close: () => server.close(true),
  }
  return proxy
}
