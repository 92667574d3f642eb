import type { HtmlDocument } from '@pas/email-clients/emulate/emulated-document'
import type { Picture } from '../engine'
import { messageOrder } from '../message-area'
import { endFiniteAnimations } from './end-finite-animations'
import { measureArea } from './measure-area'
import type { PreparedPage } from './prepared-page'
import { takePicture } from './take-picture'
import { withinLoadTimeout } from './within-load-timeout'

/** Draws a document into a page made for it. Rejects with a `CdpError` when browser or page fail. */
export async function drawDocument(page: PreparedPage, document: HtmlDocument): Promise<Picture> {
  const { session, frameId } = page
  const isLoaded = session.next('Page.loadEventFired')
  isLoaded.catch(() => undefined)
  await session.send('Page.setDocumentContent', { frameId, html: document.html })
  await withinLoadTimeout(isLoaded)
  await endFiniteAnimations(page, document.html)
  return takePicture(page, await measureArea(page, messageOrder(document)))
}
