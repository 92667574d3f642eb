import { subscribe } from 'node:diagnostics_channel'
import dns from 'node:dns/promises'
import { appendFileSync } from 'node:fs'

/*
 * Loaded into every service of a hostile test: names are asked of the test's own name server, and every address that is
 * dialled is written down, for the networks in which no listener of a test can stand.
 */
const { HOSTILE_NAME_SERVER = '', HOSTILE_DIALS_FILE = '' } = process.env

dns.Resolver = class extends dns.Resolver {
  constructor(options) {
    super(options)
    this.setServers([HOSTILE_NAME_SERVER])
  }
}

subscribe('net.client.socket', ({ socket }) => {
  socket.on('connectionAttempt', (address, port) => {
    appendFileSync(HOSTILE_DIALS_FILE, `${address} ${port}\n`)
  })
})
