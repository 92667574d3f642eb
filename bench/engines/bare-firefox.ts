import { firefox } from 'playwright'
import type { StartBareEngine } from './bare-engine'

const program = process.env.FIREFOX_PATH ?? '/usr/lib/firefox-esr/firefox-esr'

/**
 * Firefox by Playwright over WebDriver BiDi: for each picture a new context and page, its content set, and a full-page
 * screenshot.
 */
export const startBareFirefox: StartBareEngine = async ({ html, frame, proxyUrl, environment }) => {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: program,
    proxy: { server: proxyUrl },
    env: environment,
    firefoxUserPrefs: { 'ui.useOverlayScrollbars': 1 },
  })
  const { width, height, deviceScaleFactor } = frame
  return {
    capture: async () => {
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor })
      const page = await context.newPage()
      await page.setContent(html)
      const picture = await page.screenshot({ fullPage: true })
      await context.close()
      return picture
    },
    close: () => browser.close(),
  }
}
