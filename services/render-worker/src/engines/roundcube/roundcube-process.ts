import type { Frame } from '@pas/email-clients/emulate/emulated-document'
import { assertMessage } from '../assert-document'
import type { ChromiumProcessOptions } from '../chromium/chromium-process'
import { PagePool } from '../chromium/page-pool'
import { preparePage } from '../chromium/prepared-page'
import type { EngineProcess } from '../supervised/engine-process'
import { withinStartTimeout } from '../supervised/start-program'
import { drawPage } from './draw-page'
import { createMailbox } from './mailbox'
import { getMessagePage } from './message-page'
import { answerPageRequest, type SkinFiles } from './page-requests'
import type { RoundcubeInstallation } from './roundcube-installation'
import type { WebmailSession } from './webmail'
import { startWebmailBrowser } from './webmail-browser'

export interface RoundcubeProcessOptions extends ChromiumProcessOptions {
  installation: RoundcubeInstallation
  /** Captures at a time. */
  concurrency: number
  /** Shapes for which pages wait. */
  frames: readonly Frame[]
}

/** PHP works on so many requests of a capture at a time: a page of a hundred attached images asks for them all at once. */
const requestsPerSession = 2

/** Starts a webmail and a browser to look at it. Rejects with an `EngineStartError`. */
export async function startRoundcubeProcess(options: RoundcubeProcessOptions): Promise<EngineProcess> {
  const { installation, concurrency, frames } = options
  const { chromium, webmail, mailFolder, kill } = await startWebmailBrowser(options, {
    installation,
    sessions: concurrency,
    requestsPerSession,
  })
  const { connection, pid, exited } = chromium
  const pages = new PagePool((frame) => preparePage(connection, frame), { concurrency, frames })
  const skinFiles: SkinFiles = new Map()
  try {
    await withinStartTimeout(pages.warm())
  } catch (error) {
    await kill()
    throw error
  }
  return {
    pid,
    version: `Roundcube/${installation.version}`,
    exited,
    get isConnected() {
      return !connection.isClosed && !webmail.isGone
    },
    // Logging in takes PHP, its database and Dovecot.
    ping: async () => {
      await Promise.all([connection.send('Browser.getVersion'), webmail.logIn()])
    },
    draw: async (document) => {
      assertMessage('roundcube', document)
      const mailbox = await createMailbox(mailFolder, document.source)
      let session: WebmailSession | undefined
      try {
        const logged = (session = await webmail.logIn())
        const html = await getMessagePage(logged, mailbox, {
          showsImages: document.images === 'allowed',
          isDark: document.frame.colorScheme === 'dark',
        })
        const { leastHeight } = document
        const answer = (url: string) => answerPageRequest(url, { session: logged, mailbox, skinFiles })
        return await pages.withPage(document.frame, undefined, async (page) => ({
          result: await drawPage(page, { html, answer, leastHeight }),
          isPageReusable: false,
        }))
      } finally {
        session?.end()
        if (webmail.isGone) await kill()
        await mailbox.remove()
      }
    },
    residentBytes: () => chromium.residentBytes(),
    retire: () => pages.close(),
    kill,
  }
}
