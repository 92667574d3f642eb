import { readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Closeable } from '../lifecycle'
import { setAnswerTimeout } from '../set-answer-timeout'
import { answerPlainHttp } from './answer-plain-http'
import { closeAfterUnreadBody } from './close-after-unread-body'
import type { HttpConfig } from '@pas/settings/http'

export interface Listening extends Closeable {
  port: number
  close(): Promise<void>
}

/** These cover a request and its body. Waiting for a capture comes after, within LONG_POLL_TIMEOUT_MS. */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // Longer than a proxy keeps an idle connection (Traefik 90 s, NGINX and AWS 60 s): a proxy loses requests that it
  // sends on a connection that the service is closing.
  keepAliveTimeout: 100_000,
}

/** From a stop on: a request that was sent before is here by then. */
const firstRequestMs = 1_000

/** How long a caller may take to read a complete answer, which is in memory until then. */
const readTimeoutMs = 120_000

export async function listen(
  app: http.RequestListener,
  config: Pick<HttpConfig, 'host' | 'port' | 'tls' | 'plainPort'>,
): Promise<Listening> {
  const answer: http.RequestListener = (req, res) => {
    closeAfterUnreadBody(req, res)
    giveUpUnread(res)
    beginInTurn(res, () => app(req, res))
  }
  const main = config.tls
    ? https.createServer(
        {
          ...timeouts,
          cert: await readFile(config.tls.certFile),
          key: await readFile(config.tls.keyFile),
        },
        answer,
      )
    : http.createServer(timeouts, answer)
  if (main instanceof https.Server) answerPlainHttp(main)
  const servers = new Map<http.Server, ReadonlyMap<string, Socket>>([[main, connectionsWithoutRequest(main)]])
  await start(main, config.port, config.host)
  if (config.plainPort !== null) {
    const plain = http.createServer(timeouts, answer)
    servers.set(plain, connectionsWithoutRequest(plain))
    await start(plain, config.plainPort, config.host)
  }
  return {
    port: (main.address() as AddressInfo).port,
    close: async () => {
      await Promise.all([...servers].map(([server, withoutRequest]) => stop(server, withoutRequest)))
    },
  }
}

/**
 * Handles pipelined requests one by one (RFC 9112 §9.3.2). Node would begin all at once, hundreds in one packet, and
 * each would hold what its answer needs.
 */
function beginInTurn(res: http.ServerResponse, begin: () => void): void {
  if (res.socket) begin()
  else res.once('socket', begin)
}

/** Cuts off an answer that is not read in time. A stream is complete when its last part is there. */
function giveUpUnread(res: http.ServerResponse): void {
  res.once('prefinish', () => {
    // The caller hung up before: no other `close` would end the timeout.
    if (res.destroyed) return
    const timeout = setAnswerTimeout(() => res.destroy(), readTimeoutMs)
    res.once('close', timeout.clear)
  })
}

function start(server: http.Server | https.Server, port: number, host: string): Promise<void> {
  // Node would send `100 Continue` before the caller is authenticated. `readBody` sends it instead.
  server.on('checkContinue', (req, res) => server.emit('request', req, res))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Browsers and load balancers open connections ahead, which Node does not take for idle before their first request. */
function connectionsWithoutRequest(server: http.Server): ReadonlyMap<string, Socket> {
  // By the caller's port: with TLS a request has another object for its socket.
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
  const connections = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    connections.set(key, socket)
    socket.once('close', () => {
      if (connections.get(key) === socket) connections.delete(key)
    })
  })
  server.prependListener('request', ({ socket }) => connections.delete(keyOf(socket)))
  return connections
}

function stop(server: http.Server, withoutRequest: ReadonlyMap<string, Socket>): Promise<void> {
  const lastMoment = performance.now() + firstRequestMs
  return new Promise((resolve) => {
    // A busy connection becomes idle once its answer is sent, so idle ones are closed repeatedly.
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      if (performance.now() < lastMoment) return
      for (const connection of withoutRequest.values()) connection.destroy()
    }, 100)
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}
