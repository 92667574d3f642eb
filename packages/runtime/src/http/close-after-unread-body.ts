import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a caller that was answered may take to close the connection before it is reset, and how much it may send meanwhile. */
const lingerMs = 15_000
const maxDiscardedBytes = 1024 * 1024

/**
 * Makes an answer that is sent before the request's body has arrived the connection's last (RFC 9112 §9.3). Node would keep the connection
 * and read the rest of the body, whatever its length, until the request times out. To be called before anything can answer.
 */
export function closeAfterUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  const { headers, socket } = req
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res
  res.writeHead = (...args: unknown[]) => {
    if (!req.complete) {
      res.shouldKeepAlive = false
      // Node calls it once the answer is sent.
      socket.destroySoon = () => discardThenClose(socket)
    }
    return writeHead(...args)
  }
}

/**
 * Closing at once, with bytes of the caller's unread, resets the connection, and a caller that still sends may lose the answer. So only our
 * side is closed at first, and what still comes is read and thrown away, within limits (RFC 9112 §9.6).
 */
function discardThenClose(socket: Socket): void {
  let bytesLeft = maxDiscardedBytes
  // Node's parser may have paused the socket, and continues it in a listener of this event that the first listener for data removes.
  socket.pause().once('resume', () => {
    // Past the parser: a request that follows the body must not be handled.
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
