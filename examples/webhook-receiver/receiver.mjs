/*
 * A partner's receiver of webhooks, without a dependency: it takes messages that it can verify, answers at once, and
 * prints each message once. It reads these variables:
 *
 * - PORT: where it listens, on loopback. A proxy in front of it ends TLS.
 * - WEBHOOK_SECRETS: the secret of the webhook; during a rotation both, separated by blanks
 */
import http from 'node:http'
import { isGenuine } from './verify-message.mjs'

const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(' ').filter(Boolean)
if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRETS to the secret that POST /webhooks answered.')

/** Messages have 4 KB at most, so a larger body is not one. */
const maxBytes = 16 * 1024

/** Ids of messages that have been handled. A real receiver keeps them in its database for some days. */
const seen = new Set()

async function readBody(req) {
  const chunks = []
  let bytes = 0
  for await (const chunk of req) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const server = http.createServer(async (req, res) => {
  const body = req.method === 'POST' ? await readBody(req) : null
  if (body === null || !isGenuine(secrets, req.headers, body)) {
    res.writeHead(400, { connection: 'close' }).end('This is no message of the service.\n')
    return
  }
  // The answer comes first: without one within 15 seconds, the service sends the message again.
  res.writeHead(204).end()
  const id = req.headers['webhook-id']
  if (seen.has(id)) return
  seen.add(id)
  const { type, data } = JSON.parse(body)
  console.log(JSON.stringify({ id, type, data }))
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(JSON.stringify({ listening: server.address().port }))
})
