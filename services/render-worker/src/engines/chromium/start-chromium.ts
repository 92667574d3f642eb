import { CdpConnection } from './cdp-connection'
import { startBrowserProcess, type BrowserProcess, type ChromiumProcessOptions } from './chromium-process'

export interface CdpDriver {
  connection: CdpConnection
  version: string
}

export const startChromium = (options: ChromiumProcessOptions): Promise<BrowserProcess<CdpDriver>> =>
  startBrowserProcess('chromium', options, async (pipe) => {
    const connection = new CdpConnection(pipe)
    const { product } = await connection.send('Browser.getVersion')
    return { connection, version: product }
  })
