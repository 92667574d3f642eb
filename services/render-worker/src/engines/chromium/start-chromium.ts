import { CdpConnection } from './cdp-connection'
import { startBrowserProcess, type BrowserProcess, type ChromiumProcessOptions } from './chromium-process'

export interface CdpDriver {
  connection: CdpConnection
  /** E.g. `HeadlessChrome/156.0.8078.79`. */
  version: string
}

/** Rejects with an `EngineStartError`. */
export const startChromium = (options: ChromiumProcessOptions): Promise<BrowserProcess<CdpDriver>> =>
  startBrowserProcess('chromium', options, async (pipe) => {
    const connection = new CdpConnection(pipe)
    const { product } = await connection.send('Browser.getVersion')
    return { connection, version: product }
  })
