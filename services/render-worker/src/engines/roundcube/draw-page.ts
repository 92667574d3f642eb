import type { Protocol } from 'devtools-protocol'
import type { Picture } from '../engine'
import { endFiniteAnimations } from '../chromium/end-finite-animations'
import { measureArea } from '../chromium/measure-area'
import { openDocument, type PreparedPage } from '../chromium/prepared-page'
import { takePicture } from '../chromium/take-picture'
import { dressControls } from './dress-controls'
import { messagePageHeaders, messageSelector, webmailOrigin } from './message-page'
import type { WebmailResponse } from './webmail'

export interface MessagePage {
  html: string
  /** Answers what the page asks the webmail's address for; null: refused. */
  answer: (url: string) => Promise<WebmailResponse | null>
  leastHeight: number | undefined
}

/**
 * Shows the webmail's page in a browser that cannot reach the webmail: what it asks that address for is answered from here. All else
 * goes to the browser's proxy. Rejects with an `EngineProcessError` when browser or page fail.
 */
export async function drawPage(
  prepared: PreparedPage,
  { html, answer, leastHeight }: MessagePage,
): Promise<Picture> {
  const { session } = prepared
  const url = `${webmailOrigin}/`
  let isShown = false
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const isPage = resourceType === 'Document' && request.url === url && !isShown
    isShown ||= isPage
    const fulfill = (responseHeaders: Protocol.Fetch.HeaderEntry[], body: Buffer): Promise<void> =>
      session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders,
        body: body.toString('base64'),
      })
    const refuse = (): Promise<void> =>
      session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    const respond = async (): Promise<void> => {
      if (isPage) return fulfill(messagePageHeaders, Buffer.from(html))
      // Once the page is there it stays: no navigation, no frame.
      if (resourceType === 'Document' || request.method !== 'GET') return refuse()
      const response = await answer(request.url).catch(() => null)
      return response ? fulfill(subresourceHeaders(response), response.body) : refuse()
    }
    // The page is gone, which whoever waits for it learns.
    respond().catch(() => undefined)
  })
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: `${webmailOrigin}/*` }, { resourceType: 'Document' }],
  })
  const page = await openDocument(prepared, url)
  await dressControls(page, html)
  await endFiniteAnimations(page, html)
  const order = {
    selector: messageSelector,
    frameWidth: prepared.frame.width,
    zoom: 1,
    tooWide: null,
    leastHeight: leastHeight ?? null,
  }
  return takePicture(page, await measureArea(page, order))
}

const subresourceHeaders = ({ contentType }: WebmailResponse): Protocol.Fetch.HeaderEntry[] => [
  { name: 'Content-Type', value: contentType },
  // Fonts are fetched with CORS, and the sandboxed page's origin is opaque.
  { name: 'Access-Control-Allow-Origin', value: '*' },
  { name: 'Cache-Control', value: 'no-store' },
]
