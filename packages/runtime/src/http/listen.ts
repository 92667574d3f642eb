import { readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
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
  const servers: (http.Server | https.Server)[] = [main]
  await start(main, config.port, config.host)
  if (config.plainPort !== null) {
    const plain = http.createServer(timeouts, answer)
    servers.push(plain)
    await start(plain, config.plainPort, config.host)
  }
  return {
    port: (main.address() as AddressInfo).port,
    close: async () => {
      await Promise.all(servers.map(stop))
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

function stop(server: http.Server | https.Server): Promise<void> {
  return new Promise((resolve) => {
    // A busy connection becomes idle once its answer is sent, so idle ones are closed repeatedly.
    const sweep = setInterval(() => {
      server.closeIdleConnections()
    }, 100)
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}
