import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { closeAfterUnreadBody } from '@pas/runtime/http/close-after-unread-body'

/*
 * The web server of the demo: `node main.js PORT IMAGES EMBED`. It listens on loopback and serves every file of the
 * folder IMAGES, from which the demo newsletter's images are fetched, at `/<name>`, and every file of EMBED, the embed
 * kit with its page, at `/embed/<name>`. `/readyz` answers 200.
 */
const [port, images, embed] = process.argv.slice(2)
if (port === undefined || images === undefined || embed === undefined)
  throw new Error('usage: main.js PORT IMAGES EMBED')

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
}
/** As strict as a partner's may be: no inline code, pictures over https alone. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src https: data:"

const served = new Map(
  [['/', images] as const, ['/embed/', embed] as const].flatMap(([prefix, folder]) =>
    readdirSync(folder).map((name) => {
      const address = prefix + (name === 'index.html' ? '' : name)
      return [
        address,
        { type: types[path.extname(name)], body: readFileSync(path.join(folder, name)) },
      ] as const
    }),
  ),
)

const server = http.createServer((request, response) => {
  closeAfterUnreadBody(request, response)
  const file = served.get((request.url ?? '').replace(/\?.*/s, ''))
  if (request.url === '/readyz') response.end()
  else if (!file) response.writeHead(404).end()
  else
    response
      .writeHead(200, {
        'Content-Type': file.type ?? 'application/octet-stream',
        'Content-Length': file.body.length,
        'Content-Security-Policy': policy,
      })
      .end(file.body)
})
server.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
