import { subscribe } from 'node:diagnostics_channel'
import dns from 'node:dns/promises'
import { appendFileSync } from 'node:fs'

/*
 * Loaded into every service of a hostile test: makes it ask the test's own name server, and records every address to
 * which it tries to connect, as the test cannot listen in all networks.
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
