/*
 * The baseline for an answer that needs one query: an Express route with the API's TLS, Prisma client, pool and
 * telemetry, one select by a unique index, and no other middleware. It runs as a process of its own, as the API does,
 * and sends its port over IPC.
 */
import '@pas/runtime/telemetry'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '@pas/db/database'
import express from 'express'

const [databaseUrl, certFile, keyFile, what, id] = process.argv.slice(2)
if (!databaseUrl || !certFile || !keyFile || !id)
  throw new Error('usage: bare-server DATABASE_URL CERT KEY preview|user ID')

const db = openDatabase({ url: databaseUrl, poolMax: 10 })
const app = express()
if (what === 'preview') {
  app.get('/bare', async (_req, res) => {
    const preview = await db.preview.findUnique({ where: { id } })
    res.status(301).set('Location', `https://localhost/${preview?.imageToken}`).end()
  })
} else {
  app.get('/bare', async (_req, res) => {
    const user = await db.user.findUnique({ where: { id: Number(id) } })
    res.json({ user: { id: user?.id, first_name: user?.firstName, last_name: user?.lastName } })
  })
}
const server = https.createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, app)
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
