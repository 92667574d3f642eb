/*
 * The baseline for a mail: npm's `smtp-server` that reads each message and throws it away. It runs as a process of its
 * own, as the API does, and sends its port over IPC.
 */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  logger: false,
  disableReverseLookup: true,
  disabledCommands: ['STARTTLS'],
  onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
  onData: (stream, _session, done) => {
    stream.resume()
    stream.on('end', () => done())
  },
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.server.address() as AddressInfo).port })
})
