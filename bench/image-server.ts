/*
 * Serves a picture of 50 KB at every path. It runs as a process of its own, so that the fetching process is not
 * measured serving it too, and sends its port over IPC.
 */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

async function main(): Promise<void> {
  // Noise does not compress: 130 × 128 pixels of it are 50 KB.
  const raw = { width: 130, height: 128, channels: 3 } as const
  const picture = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png()
    .toBuffer()
  const server = http.createServer((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': picture.length }).end(picture)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port })
  })
}

void main()
