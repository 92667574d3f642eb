import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { listProcesses } from '@pas/testing/processes'
import { chromium } from 'playwright'

/** As usually written with Playwright: a new context and page for each full-page screenshot. */
export interface Usual {
  pids: readonly number[]
  draw(document: HtmlDocument): Promise<Buffer>
  close(): Promise<void>
}

export async function openUsual(options: {
  executablePath: string
  proxyUrl: string
  environment: Readonly<Record<string, string>>
}): Promise<Usual> {
  const childrenBefore = ownChildren()
  const browser = await chromium.launch({
    executablePath: options.executablePath,
    chromiumSandbox: true,
    proxy: { server: options.proxyUrl, bypass: '<-loopback>' },
    env: { ...options.environment },
  })
  return {
    pids: ownChildren().filter((pid) => !childrenBefore.includes(pid)),
    draw: async ({ html, frame }) => {
      const context = await browser.newContext({
        viewport: { width: frame.width, height: frame.height },
        deviceScaleFactor: frame.deviceScaleFactor,
      })
      const page = await context.newPage()
      await page.setContent(html)
      const png = await page.screenshot({ fullPage: true })
      await context.close()
      return png
    },
    close: () => browser.close(),
  }
}

const ownChildren = (): number[] =>
  listProcesses()
    .filter(({ parentPid }) => parentPid === process.pid)
    .map(({ pid }) => pid)
