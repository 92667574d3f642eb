import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { AssetOrigin } from '../../asset-origin'
import type { Picture } from '../engine'
import { messageOrder } from '../message-area'
import { endFiniteAnimations } from './end-finite-animations'
import { measureArea } from './measure-area'
import { openDocument, type PreparedPage } from './prepared-page'
import { takePicture } from './take-picture'

/** Draws a document in a page, from its URL at the asset origin. Rejects with a `CdpError`. */
export async function drawDocument(
  page: PreparedPage,
  document: HtmlDocument,
  serveDocument: AssetOrigin['serveDocument'],
): Promise<Picture> {
  const served = serveDocument(document.html, { hasPictures: true })
  try {
    const loaded = await openDocument(page, served.url)
    await endFiniteAnimations(loaded, document.html)
    return await takePicture(loaded, await measureArea(loaded, messageOrder(document)))
  } finally {
    served.release()
  }
}
