import { CaptureError } from '../../errors'
import { assertMessage } from '../engine'
import type { ChromiumProcessOptions } from '../chromium/chromium-process'
import { EngineProcessError, type EngineProcess } from '../supervised/engine-process'
import { drawMessage } from './draw-message'
import { createMailbox } from './mailbox'
import type { InstalledWebmail } from './webmail'
import { startWebmailRig, type WebmailSession } from './webmail-rig'

export async function startWebmailProcess(
  webmail: InstalledWebmail,
  options: ChromiumProcessOptions & { concurrency: number },
): Promise<EngineProcess> {
  const rig = await startWebmailRig(webmail, { ...options, sessions: options.concurrency })
  const { driver, pid, exited } = rig.browser
  const pulse = await driver.newBrowserCDPSession()
  return {
    pid,
    version: webmail.version,
    exited,
    get isConnected() {
      return driver.isConnected() && !rig.isSilent
    },
    // Logging in checks the web server, its database and Dovecot.
    ping: async () => {
      const logIn = async (): Promise<void> => (await rig.logIn()).end()
      await Promise.all([pulse.send('Browser.getVersion'), logIn()])
    },
    draw: async (document) => {
      assertMessage(webmail.engine, document)
      const mailbox = await createMailbox(rig.mailFolder, document.source)
      let session: WebmailSession | undefined
      try {
        session = await rig.logIn()
        return await drawMessage(driver, { webmail, session, mailbox, document })
      } catch (error) {
        if (error instanceof EngineProcessError || error instanceof CaptureError) throw error
        throw new EngineProcessError('the webmail or its browser failed', { cause: error })
      } finally {
        await session?.end()
        if (rig.isSilent) await rig.kill()
        await mailbox.remove()
      }
    },
    residentBytes: () => rig.browser.residentBytes(),
    retire: () => undefined,
    kill: () => rig.kill(),
  }
}
