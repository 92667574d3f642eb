import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { closeAfterUnreadBody } from '@pas/runtime/http/close-after-unread-body'

/*
 * The web server from which the demo newsletter's images are fetched: `node main.js PORT FOLDER`. It listens on
 * loopback and serves every file of the folder, as image/png, at `/<name>`; `/readyz` answers 200.
 */
const [port, folder] = process.argv.slice(2)
if (port === undefined || folder === undefined) throw new Error('usage: main.js PORT FOLDER')
const images = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(path.join(folder, name))]))

const server = http.createServer((request, response) => {
  closeAfterUnreadBody(request, response)
  const image = images.get(request.url ?? '')
  if (request.url === '/readyz') response.end()
  else if (!image) response.writeHead(404).end()
  else response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': image.length }).end(image)
})
server.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
