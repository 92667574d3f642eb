import type https from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

const sentence = 'This port speaks HTTPS: write https:// in place of http:// in the address.\n'
const answer = [
  'HTTP/1.1 400 Bad Request',
  'Connection: close',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${sentence.length}`,
  '',
  sentence,
].join('\r\n')

/** Tells a caller who speaks HTTP to a port for TLS what is wrong; OpenSSL recognises the request's first bytes. */
export function answerPlainHttp(server: https.Server): void {
  const open = new Map<string, Socket>()
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
  // The connection below TLS. Node gives the error with the socket above it, which could only send encrypted bytes.
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    open.set(key, socket)
    socket.once('close', () => open.delete(key))
  })
  // Before Node's own listener, which destroys the connection.
  server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST') open.get(keyOf(socket))?.end(answer)
  })
}
