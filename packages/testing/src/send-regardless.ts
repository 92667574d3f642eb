import { connect } from 'node:net'
import { connect as connectOverTls } from 'node:tls'

const pieceBytes = 64 * 1024
const firstBytes = 1_000

export interface StubbornRequest {
  /** Headers and body; the status is 0 when there was no answer. */
  answer: { status: number; text: string }
  /** Handed to the kernel, which buffers some MB. */
  sentBytes: number
}

/**
 * Sends `head` (request line and headers) and a chunked body until the server ends the connection or `maxBytes` are
 * sent. `waits`: sends little before an answer begins. `ca`: PEM.
 */
export function sendRegardless(
  port: number,
  head: readonly string[],
  { maxBytes, waits, ca }: { maxBytes: number; waits: boolean; ca?: string },
): Promise<StubbornRequest> {
  return new Promise((resolve) => {
    const piece = Buffer.from(`${pieceBytes.toString(16)}\r\n${'x'.repeat(pieceBytes)}\r\n`)
    const address = { port, host: '127.0.0.1', allowHalfOpen: true }
    const socket =
      ca === undefined ? connect(address) : connectOverTls({ ...address, ca, servername: 'localhost' })
    let text = ''
    let sentBytes = 0
    const send = (): void => {
      if (sentBytes >= maxBytes) socket.destroy()
      else
        socket.write(piece, (error) => {
          if (error) return
          sentBytes += pieceBytes
          send()
        })
    }
    const firstPiece = `${firstBytes.toString(16)}\r\n${'x'.repeat(firstBytes)}\r\n`
    socket.write([...head, 'Host: x', 'Transfer-Encoding: chunked', '', firstPiece].join('\r\n'))
    if (!waits) send()
    socket.on('data', (chunk: Buffer) => {
      if (waits && text === '') send()
      text += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      resolve({ answer: { status, text }, sentBytes })
    })
  })
}
