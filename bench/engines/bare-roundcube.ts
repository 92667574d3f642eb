import { chromium } from 'playwright'
import { findChromiumProgram } from '../../services/render-worker/src/engines/chromium/chromium-process'
import { createMailbox } from '../../services/render-worker/src/engines/roundcube/mailbox'
import { messageSelector } from '../../services/render-worker/src/engines/roundcube/message-page'
import { findRoundcube } from '../../services/render-worker/src/engines/roundcube/roundcube-installation'
import { startWebmailBrowser } from '../../services/render-worker/src/engines/roundcube/webmail-browser'
import type { StartBareEngine } from './bare-engine'
import { rawMessage } from './raw-message'

const webmailOrigin = 'http://webmail.invalid'
const requestsAtATime = 4

/** One user who stays logged in; the message's own page opened in a browser that is kept, its body's picture taken: Playwright. */
export const startBareRoundcube: StartBareEngine = async ({ html, frame, proxyUrl, environment }) => {
  const executablePath = findChromiumProgram(process.env.CHROMIUM_PATH ?? null) ?? ''
  const { webmail, mailFolder, kill } = await startWebmailBrowser(
    { executablePath, proxyUrl, isSandboxed: true, environment },
    { installation: await findRoundcube(), sessions: 1, requestsPerSession: requestsAtATime },
  )
  const session = await webmail.logIn()
  const { source } = await rawMessage(html, frame)
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: true,
    proxy: { server: proxyUrl },
    env: environment,
  })
  const { width, height } = frame
  const context = await browser.newContext({ viewport: { width, height } })
  await context.route(`${webmailOrigin}/**`, async (route) => {
    const { status, contentType, body } = await session.get(route.request().url().slice(webmailOrigin.length))
    await route.fulfill({ status, contentType, body })
  })
  return {
    capture: async () => {
      const mailbox = await createMailbox(mailFolder, source)
      const page = await context.newPage()
      const query = `_task=mail&_action=preview&_framed=1&_safe=1&_mbox=${mailbox.name}&_uid=${mailbox.uid}`
      await page.goto(`${webmailOrigin}/?${query}`)
      const picture = await page.locator(messageSelector).screenshot()
      await page.close()
      await mailbox.remove()
      return picture
    },
    close: async () => {
      await browser.close()
      await kill()
    },
  }
}
