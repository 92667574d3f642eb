import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { blankPageUrl } from '../../services/render-worker/src/asset-origin'
import { measureArea } from '../../services/render-worker/src/engines/chromium/measure-area'
import { openDocument, preparePage } from '../../services/render-worker/src/engines/chromium/prepared-page'
import { takePicture } from '../../services/render-worker/src/engines/chromium/take-picture'
import { startChromium } from '../../services/render-worker/src/engines/chromium/start-chromium'
import { messageOrder, type MessageArea } from '../../services/render-worker/src/engines/message-area'

/** The baseline of a capture: Chromium alone, two pages used again and again, over the DevTools protocol itself. */
export interface Floor {
  pid: number
  /** Finds the area that a document's picture shows. Call it once for each document before `draw`. */
  measure(document: HtmlDocument): Promise<void>
  /** Page 0 or 1. Resolves to a PNG. */
  draw(document: HtmlDocument, page?: number): Promise<Buffer>
  /** With both pages at once. Resolves to milliseconds. */
  drawAll(documents: readonly HtmlDocument[]): Promise<number>
  close(): Promise<void>
}

/**
 * Documents are set by `Page.setDocumentContent` into the blank page: no navigation, and only the blank page's policy.
 * `first` decides the pages' first frame.
 */
export async function openFloor(
  options: Parameters<typeof startChromium>[0],
  first: HtmlDocument,
): Promise<Floor> {
  const browser = await startChromium(options)
  const pages = await Promise.all(
    [0, 1].map(async () => openDocument(await preparePage(browser.driver, first.frame), blankPageUrl)),
  )
  const shapes = pages.map(() => first.frame)
  const areas = new Map<HtmlDocument, MessageArea>()

  const show = async (document: HtmlDocument, index: number): Promise<void> => {
    const page = pages[index]
    if (!page) throw new Error(`the floor has no page ${index}`)
    if (shapes[index] !== document.frame) await page.reshape((shapes[index] = document.frame))
    const loaded = page.session.next('Page.loadEventFired')
    await page.session.send('Page.setDocumentContent', { frameId: page.frameId, html: document.html })
    await loaded
  }
  const draw = async (document: HtmlDocument, index = 0): Promise<Buffer> => {
    const measured = areas.get(document)
    const page = pages[index]
    if (!measured || !page)
      throw new Error(`the document was not measured before it was drawn, or the floor has no page ${index}`)
    await show(document, index)
    return (await takePicture({ ...page, frame: document.frame }, measured)).png
  }
  return {
    pid: browser.pid,
    measure: async (document) => {
      await show(document, 0)
      const [page] = pages
      if (page) areas.set(document, await measureArea(page, messageOrder(document)))
    },
    draw,
    drawAll: async (documents) => {
      const startedAt = performance.now()
      const rest = [...documents]
      const drawRest = async (page: number): Promise<void> => {
        for (let next = rest.shift(); next; next = rest.shift()) await draw(next, page)
      }
      await Promise.all([drawRest(0), drawRest(1)])
      return performance.now() - startedAt
    },
    close: async () => {
      for (const page of pages) await page.close()
      await browser.kill()
    },
  }
}
