import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { assetOrigin } from '@pas/emails/frozen-email'
import { closeAfterUnreadBody } from '@pas/runtime/http/close-after-unread-body'
import { embedPictures } from './embed-pictures'
import type { ServedAsset } from './load-email'

interface DocumentOptions {
  /** For WebKit, whose sandbox must allow the script that we evaluate; `default-src` still forbids others. */
  isEvaluatedIn?: boolean
  /** See `embedPictures`. Only for an engine that shows animated images as a still frame. */
  embedsPictures?: boolean
}

/** An engine's only network: an HTTP proxy on loopback for `assets.invalid`; 403 for everything else. */
export interface AssetOrigin {
  proxyUrl: string
  /** Lasts until `release`; several captures may serve the same asset. */
  serve(assets: readonly ServedAsset[]): { release(): void }
  /** The URL is unguessable, and lasts until `release`. */
  serveDocument(html: string, options?: DocumentOptions): { url: string; release(): void }
  close(): Promise<void>
}

/** Firefox opens it before it loads an email. */
export const blankPageUrl = `${assetOrigin}/blank`

const policyOf = (sandbox: string): string =>
  [
    sandbox,
    "default-src 'none'",
    `style-src 'unsafe-inline' data: ${assetOrigin}`,
    `img-src data: ${assetOrigin}`,
    `font-src data: ${assetOrigin}`,
  ].join('; ')

interface ServedDocument {
  id: string
  html: string
  policy: string
  embedsPictures: boolean
}

/** CSP3 `sandbox` (HTML §7.1.5): an opaque origin, no script, form, pop-up or refresh. */
const blankPagePolicy = policyOf('sandbox')
const blankPage: ServedDocument = { id: 'blank', html: '', policy: blankPagePolicy, embedsPictures: false }

/** `allow-scripts` permits a refresh, which the engine must refuse. */
const evaluatedPagePolicy = policyOf('sandbox allow-scripts')

interface OriginState {
  served: Map<string, { asset: ServedAsset; servings: number }>
  documents: Map<string, ServedDocument>
  onRefused: () => void
}

/** `onRefused` gets no URL, which is email content. */
export async function startAssetOrigin(onRefused: () => void): Promise<AssetOrigin> {
  const served: OriginState['served'] = new Map()
  const documents: OriginState['documents'] = new Map()

  const server = http.createServer((req, res) => {
    closeAfterUnreadBody(req, res)
    void answerRequest(req, res, { served, documents, onRefused })
  })
  const refuseConnection = (_req: unknown, socket: Duplex): void => {
    onRefused()
    // Unread data would keep the socket open.
    socket.on('error', () => socket.destroy()).resume()
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  }
  server.on('connect', refuseConnection).on('upgrade', refuseConnection)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // Browsers reuse their connections for the next document.
  server.keepAliveTimeout = 600_000
  return {
    proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (assets) => {
      for (const asset of assets) {
        const entry = served.get(asset.id)
        served.set(asset.id, { asset: entry?.asset ?? asset, servings: (entry?.servings ?? 0) + 1 })
      }
      return {
        release: () => {
          for (const { id } of assets) {
            const entry = served.get(id)
            if (entry && --entry.servings === 0) served.delete(id)
          }
        },
      }
    },
    serveDocument: (html, { isEvaluatedIn = false, embedsPictures = false } = {}) => {
      const id = randomUUID()
      const url = `${assetOrigin}/document/${id}`
      documents.set(url, {
        id,
        html,
        policy: isEvaluatedIn ? evaluatedPagePolicy : blankPagePolicy,
        embedsPictures,
      })
      return { url, release: () => void documents.delete(url) }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answerRequest(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { served, documents, onRefused }: OriginState,
): Promise<void> {
  const { method, url = '' } = req
  if (method !== 'GET' || !url.startsWith(`${assetOrigin}/`)) {
    onRefused()
    respond(res, 403)
    return
  }
  const document = url === blankPageUrl ? blankPage : documents.get(url)
  if (document !== undefined) {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': document.policy,
    }
    const html = document.embedsPictures
      ? await embedPictures(document.html, document.id, (id) => served.get(id)?.asset)
      : document.html
    respond(res, 200, headers, html)
    return
  }
  const asset = served.get(url.slice(assetOrigin.length + 1))?.asset
  const body = await asset?.body.catch(() => null)
  if (!asset || !body) {
    respond(res, 404)
    return
  }
  // Fonts are fetched with CORS from the sandboxed document, whose origin is opaque.
  respond(res, 200, { 'Content-Type': asset.contentType, 'Access-Control-Allow-Origin': '*' }, body)
}

function respond(
  res: http.ServerResponse,
  status: number,
  headers: http.OutgoingHttpHeaders = {},
  body: Buffer | string = '',
): void {
  res.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  res.end(body)
}
