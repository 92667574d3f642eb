import { chromium } from 'playwright'
import { findChromiumProgram } from '../../services/render-worker/src/engines/chromium/chromium-process'
import { roundcube } from '../../services/render-worker/src/engines/roundcube/roundcube'
import { findRoundcube } from '../../services/render-worker/src/engines/roundcube/roundcube-installation'
import { createMailbox } from '../../services/render-worker/src/engines/webmail/mailbox'
import { startWebmailRig } from '../../services/render-worker/src/engines/webmail/webmail-rig'
import type { StartBareEngine } from './bare-engine'
import { rawMessage } from './raw-message'

const webmailOrigin = 'http://webmail.invalid'

/**
 * Roundcube with one user who stays logged in: for each picture the message's own page is opened in Chromium by
 * Playwright, and the message's element is drawn.
 */
export const startBareRoundcube: StartBareEngine = async ({ html, frame, proxyUrl, environment }) => {
  const executablePath = findChromiumProgram(process.env.CHROMIUM_PATH ?? null) ?? ''
  const webmail = roundcube(await findRoundcube())
  const rig = await startWebmailRig(webmail, {
    ...{ executablePath, proxyUrl, isSandboxed: true, environment },
    sessions: 1,
  })
  const session = await rig.logIn()
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
    const response = await session.http.get(route.request().url().slice(webmailOrigin.length))
    const { 'content-type': contentType = '' } = response.headers()
    await route.fulfill({ status: response.status(), contentType, body: await response.body() })
  })
  return {
    capture: async () => {
      const mailbox = await createMailbox(rig.mailFolder, source)
      const page = await context.newPage()
      const query = `_task=mail&_action=preview&_framed=1&_safe=1&_mbox=${mailbox.name}&_uid=${mailbox.uid}`
      await page.goto(`${webmailOrigin}/?${query}`)
      const picture = await page.locator(webmail.messageSelector).screenshot()
      await page.close()
      await mailbox.remove()
      return picture
    },
    close: async () => {
      await browser.close()
      await session.end()
      await rig.kill()
    },
  }
}
