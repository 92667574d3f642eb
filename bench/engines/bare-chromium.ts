import { chromium, type BrowserContext, type CDPSession } from 'playwright'
import { findChromiumProgram } from '../../services/render-worker/src/engines/chromium/chromium-process'
import type { StartBareEngine } from './bare-engine'

/**
 * Chromium by Playwright: each picture has a new context, made in advance; the document is set, measured and drawn over
 * the DevTools protocol.
 */
export const startBareChromium: StartBareEngine = async ({ html, frame, proxyUrl, environment }) => {
  const browser = await chromium.launch({
    executablePath: findChromiumProgram(process.env.CHROMIUM_PATH ?? null) ?? '',
    chromiumSandbox: true,
    proxy: { server: proxyUrl },
    env: environment,
  })
  const { width, height, deviceScaleFactor } = frame
  const prepare = async (): Promise<{ session: CDPSession; frameId: string; context: BrowserContext }> => {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor,
      javaScriptEnabled: false,
    })
    const session = await context.newCDPSession(await context.newPage())
    await session.send('Page.enable')
    const { frameTree } = await session.send('Page.getFrameTree')
    return { session, frameId: frameTree.frame.id, context }
  }
  let next = prepare()
  return {
    capture: async () => {
      const { session, frameId, context } = await next
      const isLoaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve))
      await session.send('Page.setDocumentContent', { frameId, html })
      await isLoaded
      const { cssContentSize } = await session.send('Page.getLayoutMetrics')
      const { data } = await session.send('Page.captureScreenshot', {
        format: 'png',
        optimizeForSpeed: true,
        captureBeyondViewport: true,
        clip: { ...cssContentSize, scale: 1 },
      })
      next = context.close().then(prepare)
      return Buffer.from(data, 'base64')
    },
    close: async () => {
      await next
      await browser.close()
    },
  }
}
