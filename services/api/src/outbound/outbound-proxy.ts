import { isIP } from 'node:net'
import type { OutboundProxy } from '@pas/settings/outside'
import { Agent, Pool, type buildConnector, type Dispatcher } from 'undici'
import type { LookupAddresses } from './address-guard'
import { codeOf } from './error-code'
import { createPinnedConnector, type ConnectorOptions } from './guarded-connector'

/** The proxy refused or could not be reached, which says nothing about the host. */
class ProxyError extends Error {
  override name = 'ProxyError'
}

/**
 * Answers to http URLs that may be the proxy's own, as when it wants credentials (tinyproxy: 401) or filters. They
 * cannot be told from the host's.
 */
const proxyStatuses: ReadonlySet<number> = new Set([401, 403, 407, 502, 503, 504])

export type AssertForwarded = (url: URL, method: 'GET' | 'HEAD', statusCode: number) => void

export interface ProxyRoute {
  /** https URLs through a tunnel (CONNECT), http URLs in absolute form. */
  dispatcherFor: (url: URL) => Dispatcher
  /** Throws a `ProxyError`. A 403 to HEAD passes, because a GET follows it. */
  assertForwarded: AssertForwarded
}

/**
 * Not undici's `ProxyAgent`: its CONNECT waits five minutes, its errors have no type, and it tunnels http through an
 * https proxy, which proxies refuse. Certificates are verified within tunnels.
 */
export function createProxyRoute(
  { origin, authorization }: OutboundProxy,
  {
    lookup,
    timeoutMs,
    ca,
    notForwarded,
  }: ConnectorOptions & { lookup: LookupAddresses; notForwarded: (why: string) => void },
): ProxyRoute {
  const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const credentials = authorization === null ? {} : { 'proxy-authorization': authorization }
  const fail = (why: string, cause?: unknown): ProxyError => {
    notForwarded(why)
    return new ProxyError(`the proxy ${why}`, { cause })
  }

  const { hostname } = new URL(origin)
  const proxyHost = hostname.replace(/^\[(.*)\]$/, '$1')
  const connect: buildConnector.connector = (options, callback) => {
    const unreachable = (error: unknown): void =>
      callback(fail(`cannot be reached: ${reasonOf(error)}`, error), null)
    // The operator chose the proxy, so any address is allowed.
    const lookedUp = isIP(proxyHost)
      ? Promise.resolve([proxyHost])
      : lookup(proxyHost, new AbortController().signal)
    lookedUp.then((addresses) => {
      const connectTo = createPinnedConnector(addresses, { timeoutMs, ca })
      // RFC 6066 §3: no address is a server name.
      const servername = isIP(proxyHost) ? '' : proxyHost
      connectTo({ ...options, servername }, (error, socket) =>
        error ? unreachable(error) : callback(null, socket),
      )
    }, unreachable)
  }
  // Undici takes the TLS server name from the request's host, which is not the proxy.
  const proxyTls = { servername: proxyHost }
  const forwarding = new Pool(origin, { connect, ...times }).compose((dispatch) => (options, handler) => {
    const target = String(options.origin)
    const headers = { host: new URL(target).host, ...(options.headers as Record<string, string>) }
    return dispatch(
      {
        ...options,
        ...proxyTls,
        path: `${target}${options.path}`,
        headers: { ...headers, ...credentials },
      },
      handler,
    )
  })

  const toProxy = new Pool(origin, { connect, ...times })
  const beginTls = createPinnedConnector([], { timeoutMs, ca }) // It gets the tunnel's socket.
  const tunnel: buildConnector.connector = (options, callback) => {
    const authority = options.port ? (options.host ?? '') : `${options.host}:443`
    const headers = { host: authority, ...credentials }
    toProxy.connect({ path: authority, headers, ...proxyTls }).then(
      ({ statusCode, socket }) => {
        if (statusCode >= 200 && statusCode < 300)
          return beginTls({ ...options, httpSocket: socket as never }, callback)
        socket.on('error', () => undefined).destroy()
        callback(fail(`answered CONNECT with ${statusCode}`), null)
      },
      (error: unknown) =>
        callback(
          error instanceof ProxyError ? error : fail(`did not answer: ${reasonOf(error)}`, error),
          null,
        ),
    )
  }
  const tunnelling = new Agent({ connect: tunnel, ...times })

  return {
    dispatcherFor: ({ protocol }) => (protocol === 'https:' ? tunnelling : forwarding),
    assertForwarded: ({ protocol }, method, statusCode) => {
      if (protocol !== 'http:' || !proxyStatuses.has(statusCode) || (method === 'HEAD' && statusCode === 403))
        return
      throw fail(`or the host answered ${statusCode}`)
    },
  }
}

const reasonOf = (error: unknown): string => codeOf(error) || 'no reason given'
