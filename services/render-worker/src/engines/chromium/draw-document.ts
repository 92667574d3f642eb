import type { HtmlDocument } from '@pas/email-clients/emulate/emulated-document'
import { maxDevicePixels, type Picture } from '../engine'
import { CdpError } from './cdp-connection'
import { endFiniteAnimations } from './end-finite-animations'
import { measureArea, type Area } from './measure-area'
import type { PreparedPage } from './prepared-page'
import { zoomOut } from './zoom-out'

/** A load that hangs (frozen assets come from memory, so hardly ever) is drawn as far as it came. */
const loadTimeoutMs = 5_000

/**
 * A picture both very wide and very high would be a gigabyte of pixels: its height ends where this many are full. Four full-width
 * screens of 4,096.
 */
const maxPicturePixels = maxDevicePixels * 4_096

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
  const area = await measureArea(session, elementId)
  const { clip, truncated } = capArea(area, page.frame.deviceScaleFactor)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    clip: { ...clip, scale: 1 },
  })
  const png = Buffer.from(data, 'base64')
  return { png, ...pngSize(png), truncated }
}

/** The element that is the picture; null for the whole page. Its node is known before the images are. */
async function findElement({ session }: PreparedPage, selector: string | null): Promise<number | null> {
  if (selector === null) return null
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  if (nodeId === 0) throw new CdpError('the document has no element to capture')
  return nodeId
}

async function withinLoadTimeout(isLoaded: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, loadTimeoutMs)
  })
  try {
    await Promise.race([isLoaded, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The area in whole CSS pixels, ended where contract §4's limit on device pixels ends it. */
function capArea(area: Area, deviceScaleFactor: number): { clip: Area; truncated: boolean } {
  const maxLength = Math.floor(maxDevicePixels / deviceScaleFactor)
  const width = Math.min(area.width, maxLength)
  const maxHeight = Math.floor(maxPicturePixels / (width * deviceScaleFactor ** 2))
  const height = Math.min(area.height, maxLength, maxHeight)
  return { clip: { ...area, width, height }, truncated: width < area.width || height < area.height }
}

/** PNG (third edition) §11.2.1: width and height are the header's first two 32-bit words. */
function pngSize(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
