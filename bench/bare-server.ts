/*
 * The baseline of a captured preview's answer: an Express route with the same TLS, Prisma client, pool and telemetry as the API, one select by
 * a unique index, and no other middleware. Run as a process of its own, as the API is; prints its port.
 */
import '@pas/runtime/telemetry'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '@pas/db/database'
import express from 'express'

const [databaseUrl, certFile, keyFile, previewId] = process.argv.slice(2)
if (!databaseUrl || !certFile || !keyFile || !previewId)
  throw new Error('usage: bare-server DATABASE_URL CERT KEY PREVIEW_ID')

const db = openDatabase({ url: databaseUrl, poolMax: 10 })
const app = express()
app.get('/bare', async (_req, res) => {
  const preview = await db.preview.findUnique({ where: { id: previewId } })
  res.status(301).set('Location', `https://localhost/${preview?.imageToken}`).end()
})
const server = https.createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, app)
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
