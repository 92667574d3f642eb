import type { HtmlDocument } from '@pas/email-clients/emulate/emulated-document'
import type { Picture } from '../engine'
import { endFiniteAnimations } from './end-finite-animations'
import { findElement } from './find-element'
import type { PreparedPage } from './prepared-page'
import { takePicture } from './take-picture'
import { withinLoadTimeout } from './within-load-timeout'
import { zoomOut } from './zoom-out'

/** Draws a document into a page made for it. Rejects with a `CdpError` when browser or page fail. */
export async function drawDocument(page: PreparedPage, document: HtmlDocument): Promise<Picture> {
  const { session, frameId } = page
  const isLoaded = session.next('Page.loadEventFired')
  isLoaded.catch(() => undefined)
  await session.send('Page.setDocumentContent', { frameId, html: document.html })
  const [elementId] = await Promise.all([
    findElement(page, document.captureSelector),
    withinLoadTimeout(isLoaded),
  ])
  await endFiniteAnimations(page, document.html)
  if (document.zoomsOut) await zoomOut(page, document.captureSelector ?? ':root')
  return takePicture(page, elementId)
}
