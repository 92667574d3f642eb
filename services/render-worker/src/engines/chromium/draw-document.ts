import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { AssetOrigin } from '../../asset-origin'
import type { Picture } from '../engine'
import { messageOrder, type MessageArea } from '../message-area'
import { measureArea } from './measure-area'
import { openDocument, type LoadedPage, type PreparedPage } from './prepared-page'
import { takePicture } from './take-picture'

export async function drawDocument(
  page: PreparedPage,
  document: HtmlDocument,
  serveDocument: AssetOrigin['serveDocument'],
): Promise<Picture> {
  return withLaidOutPage(page, document, serveDocument, takePicture)
}

export async function withLaidOutPage<Result>(
  page: PreparedPage,
  document: HtmlDocument,
  serveDocument: AssetOrigin['serveDocument'],
  use: (page: LoadedPage, area: MessageArea) => Promise<Result>,
): Promise<Result> {
  const served = serveDocument(document.html, { embedsPictures: true })
  try {
    const loaded = await openDocument(page, served.url)
    return await use(loaded, await measureArea(loaded, messageOrder(document)))
  } finally {
    served.release()
  }
}
