import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long an answered caller may take to close the connection, and how much it may send meanwhile. */
const lingerMs = 15_000
const maxDiscardedBytes = 1024 * 1024

/**
 * RFC 9112 §9.3: after an answer that comes before the whole body, Node would go on reading it. Call it before any
 * handler can answer.
 */
export function closeAfterUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  const { headers, socket } = req
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res
  res.writeHead = (...args: unknown[]) => {
    if (!req.complete) {
      res.shouldKeepAlive = false
      socket.destroySoon = () => discardThenClose(socket)
    }
    return writeHead(...args)
  }
}

/**
 * Closes our side and discards what still comes (RFC 9112 §9.6). Closing both sides with unread bytes would reset the
 * connection, and the caller could lose the answer.
 */
function discardThenClose(socket: Socket): void {
  let bytesLeft = maxDiscardedBytes
  // Node's HTTP parser may have paused the socket. Its own 'resume' listener must run before the 'data' listeners are
  // replaced, because the first new one removes it.
  socket.pause().once('resume', () => {
    // A request that follows the body must not be handled.
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      bytesLeft -= chunk.length
      if (bytesLeft < 0) socket.pause()
    })
  })
  socket.resume()
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
