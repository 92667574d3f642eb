import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A stand-in for spamd, which records what it is asked. */
export interface FakeSpamd {
  host: string
  port: number
  requests: string[]
  close(): Promise<void>
}

/** The answer to REPORT, as SpamAssassin 4.0.1 gives it; `before` is what the report quotes of the email. */
export const reportOf = (score: string, rows: readonly string[], before = ''): string => {
  const body = [
    'Spam detection software, running on the system "mail",',
    'has NOT identified this incoming email as spam.',
    '',
    `Content preview:  ${before}`,
    '',
    `Content analysis details:   (${score} points, 5.0 required)`,
    '',
    ' pts rule name              description',
    '---- ---------------------- --------------------------------------------------',
    ...rows,
    '',
    '',
  ].join('\n')
  return `SPAMD/1.1 0 EX_OK\r\nContent-length: ${Buffer.byteLength(body)}\r\nSpam: ${Number(score) >= 5 ? 'True' : 'False'} ; ${score} / 5.0\r\n\r\n${body}`
}

/** Starts it; `answer` gets each whole request, after whose end the caller says no more. */
export async function startFakeSpamd(answer: (socket: Socket, request: string) => void): Promise<FakeSpamd> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let request = ''
    sockets.add(socket)
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: string) => (request += chunk))
    socket.on('end', () => {
      requests.push(request)
      answer(socket, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        for (const socket of sockets) socket.destroy()
      }),
  }
}
