import { readFileSync } from 'node:fs'
import type http from 'node:http'
import https from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { createTestFolder } from '@pas/testing/test-folder'
import sharp from 'sharp'
import { createTestCertificate } from '../e2e/test-certificate'
import { squareOf } from './pictures'

/** The colour of the first frame of `/endless.gif`, `#rrggbb`. */
export const firstFrameColour = '#4020a0'

/** An animated GIF of two frames in different colours: a preview has to show the first. */
async function twoFrames(): Promise<Buffer> {
  const frames = await Promise.all([squareOf(firstFrameColour, 30), squareOf('#f0e000', 30)])
  return sharp(frames, { join: { animated: true } })
    .gif({ loop: 0, delay: [20, 20] })
    .toBuffer()
}

/** Writes `chunk` again and again, as fast as it is read, until the connection ends. */
function writeForEver(res: http.ServerResponse, chunk: Buffer): void {
  const more = (): void => {
    while (!res.destroyed && res.write(chunk));
  }
  res.on('drain', more)
  more()
}

/**
 * A black square PNG of one bit per pixel: valid to its last row, but a small file (PNG, third edition, §5 and §11).
 */
export const blackPng = (lengthPixels: number): Buffer =>
  pngOf(lengthPixels, Buffer.alloc(lengthPixels * (1 + Math.ceil(lengthPixels / 8))))

/** A PNG whose header claims so many pixels a side, and which has one row. */
export const claimedPng = (lengthPixels: number): Buffer =>
  pngOf(lengthPixels, Buffer.alloc(1 + Math.ceil(lengthPixels / 8)))

function pngOf(lengthPixels: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(lengthPixels, 0)
  header.writeUInt32BE(lengthPixels, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(content, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), content.length + 8)
  return chunk
}

/** Handlers of a web server that misbehaves in a different way at each path. */
export async function brokenPages(hugePng: Buffer): Promise<Map<string, http.RequestListener>> {
  const gif = await twoFrames()
  // Without its trailer a GIF is not over: another frame may follow.
  const openGif = gif.subarray(0, -1)
  const someFrame = openGif.subarray(openGif.lastIndexOf(Buffer.from([0x21, 0xf9])))
  const pages: Record<string, http.RequestListener> = {
    'never-ending.png': (_req, res) => {
      res.setHeader('content-type', 'image/png')
      writeForEver(res, Buffer.concat([hugePng.subarray(0, 33), Buffer.alloc(65_536)]))
    },
    'a-byte-a-second.png': (_req, res) => {
      let at = 0
      const drip = setInterval(() => res.write(hugePng.subarray(at, ++at)), 1_000)
      res.flushHeaders()
      res.on('close', () => clearInterval(drip))
    },
    'headers-only.png': (_req, res) => res.flushHeaders(),
    'silent.png': () => undefined,
    'asks-who-is-there.png': (_req, res) =>
      res.writeHead(401, { 'www-authenticate': 'Basic realm="Your password"' }).end('<h1>Sign in'),
    'asks-for-the-proxy.png': (_req, res) =>
      res.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end(),
    '200-mb.png': (_req, res) => {
      res.writeHead(200, { 'content-length': 200_000_000 })
      writeForEver(res, Buffer.alloc(65_536))
    },
    '200-mb-unsaid.png': (_req, res) => writeForEver(res, Buffer.alloc(65_536)),
    '50000-by-50000.png': (_req, res) => void res.end(hugePng),
    'endless.gif': (_req, res) => void res.end(gif),
    'never-ending.gif': (_req, res) => {
      res.write(openGif)
      writeForEver(res, Buffer.concat(Array<Buffer>(1_000).fill(someFrame)))
    },
    'laughs.svg': (_req, res) => void res.setHeader('content-type', 'image/svg+xml').end(laughs),
    'breaks-off.png': (_req, res) => {
      res.writeHead(200, { 'content-length': 1_000 }).write(hugePng.subarray(0, 100), () => res.destroy())
    },
    'no-http.png': (req) => void req.socket.end('SSH-2.0-OpenSSH\r\n'),
    'endless-headers.png': (req) => {
      const header = Buffer.from(`x-${'y'.repeat(60)}: z\r\n`.repeat(1_000))
      req.socket.write('HTTP/1.1 200 OK\r\n')
      const more = (): void => {
        while (!req.socket.destroyed && req.socket.write(header));
      }
      req.socket.on('drain', more)
      more()
    },
  }
  return new Map(Object.entries(pages).map(([name, page]) => [`/${name}`, page]))
}

/** An SVG with the "billion laughs": each entity refers ten times to the next, ten levels deep (XML 1.0 §4.1). */
const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from(
  { length: 10 },
  (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><text>&a10;</text></svg>`

/** Starts an HTTPS server on `address` whose certificate is signed by an unknown CA. */
export async function startUntrustedServer(
  address: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await createTestFolder()
  const { certFile, keyFile } = await createTestCertificate(folder.path)
  const server = https.createServer(
    { cert: readFileSync(certFile), key: readFileSync(keyFile) },
    (_req, res) => void res.end('reached'),
  )
  server.listen(0, address)
  await once(server, 'listening')
  return {
    url: `https://${address}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await folder.close()
    },
  }
}
