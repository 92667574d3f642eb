import { CdpConnection } from './cdp-connection'
import { startBrowserProcess, type BrowserProcess, type ChromiumProcessOptions } from './chromium-process'

export interface CdpDriver {
  connection: CdpConnection
  version: string
  /** False if it was not asked for, or the browser cannot: only a headless shell can. */
  drawsOnCommand: boolean
}

export const startChromium = (options: ChromiumProcessOptions): Promise<BrowserProcess<CdpDriver>> =>
  startBrowserProcess('chromium', options, async (pipe) => {
    const connection = new CdpConnection(pipe)
    const { product } = await connection.send('Browser.getVersion')
    const drawsOnCommand = options.drawsOnCommand === true && (await canDrawOnCommand(connection))
    return { connection, version: product, drawsOnCommand }
  })

async function canDrawOnCommand(connection: CdpConnection): Promise<boolean> {
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true })
  const isKnown = await connection.send('HeadlessExperimental.enable', undefined, sessionId).then(
    () => true,
    () => false,
  )
  await connection.send('Target.closeTarget', { targetId })
  connection.forgetSession(sessionId)
  return isKnown
}
