/*
 * The baseline of requests that wait: Node's own https server, which holds every request and answers all of them when
 * told to. Run as a process of its own, as the API is; says its port over IPC, and then how many it holds whenever it
 * is asked.
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
