import { readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Closeable } from '../lifecycle'
import { closeAfterUnreadBody } from './close-after-unread-body'
import type { HttpConfig } from './http-config'

/** A listening service. */
export interface Listening extends Closeable {
  /** The port in use, also when 0 was asked for. */
  port: number
  /** Stops accepting, lets requests under way finish, then resolves. */
  close(): Promise<void>
}

/**
 * For receiving a request, its body included; one that takes longer is ended when the next check finds it. Waiting for a capture, which
 * LONG_POLL_TIMEOUT_MS allows, comes after that.
 */
const timeouts = { headersTimeout: 15_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/** Serves `app` over HTTPS, or plain HTTP behind a trusted proxy, and on the plain port when one is configured. */
export async function listen(
  app: http.RequestListener,
  config: Pick<HttpConfig, 'host' | 'port' | 'tls' | 'plainPort'>,
): Promise<Listening> {
  const answer: http.RequestListener = (req, res) => {
    closeAfterUnreadBody(req, res)
    inTurn(res, () => app(req, res))
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
 * Begins an answer when the one before it on its connection is sent (RFC 9112 §9.3.2): Node hands over at once all the requests that a caller
 * sends one behind the other, hundreds in one packet, and each would hold what its answer needs until its turn came. Those that the end of
 * the connection comes before are never begun.
 */
function inTurn(res: http.ServerResponse, begin: () => void): void {
  if (res.socket) begin()
  else res.once('socket', begin)
}

function start(server: http.Server | https.Server, port: number, host: string): Promise<void> {
  // Node would ask for the body by itself, before anything knows who sends it; `readBody` does.
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
    // A connection that was busy at the first sweep is idle, and kept alive, once its answer is sent.
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
