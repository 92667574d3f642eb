/*
 * The baseline for waiting requests: Node's own https server, which holds every request until it is told to answer all
 * of them. It runs as a process of its own, as the API does, and sends its port over IPC, then the number of held
 * requests for each `count` message.
 */
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { ServerResponse } from 'node:http'

const [certFile, keyFile] = process.argv.slice(2)
if (!certFile || !keyFile) throw new Error('usage: holding-server CERT KEY')

const held: ServerResponse[] = []
const server = https.createServer(
  { cert: readFileSync(certFile), key: readFileSync(keyFile) },
  (req, res) => {
    if (req.url === '/warm-up') res.writeHead(404).end()
    else held.push(res)
  },
)
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.on('message', (message) => {
  if (message === 'count') process.send?.({ held: held.length })
  else for (const res of held.splice(0)) res.writeHead(301, { Location: 'https://localhost/' }).end()
})
