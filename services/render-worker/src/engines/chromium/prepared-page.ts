import type { Frame } from '@pas/email-clients/emulate/emulated-document'
import type { CdpConnection, CdpSession } from './cdp-connection'

/** An empty page in a browser context of its own, ready for one document. */
export interface PreparedPage {
  frame: Frame
  session: CdpSession
  /** The main frame's; also the target's. */
  frameId: string
  /** An isolated world for our own few lines; the page's scripts never run. */
  worldId: number
  /** Disposes of the context with all it holds. */
  close(): Promise<void>
}

/**
 * The page is laid out in its frame's size and shown in next to nothing, so that what the browser paints while the document loads costs
 * nothing; the picture is painted once, in its own size. A sixth of a capture's work.
 */
const visibleLength = 8

/**
 * Makes a page of `frame`'s shape. The document it starts with comes from `blankPageUrl` and carries the policy (asset-origin) that
 * every document set into the page inherits. Everything a capture needs is switched on here, ahead of need.
 */
export async function preparePage(
  connection: CdpConnection,
  frame: Frame,
  blankPageUrl: string,
): Promise<PreparedPage> {
  const { browserContextId } = await connection.send('Target.createBrowserContext', { disposeOnDetach: true })
  const dispose = (): Promise<void> => connection.send('Target.disposeBrowserContext', { browserContextId })
  try {
    const { width, height, deviceScaleFactor, mobile } = frame
    const { targetId } = await connection.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      width: visibleLength,
      height: visibleLength,
    })
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true })
    const session = connection.session(sessionId)
    await Promise.all([
      session.send('Page.enable'),
      session.send('Inspector.enable'),
      session.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor,
        mobile,
        screenWidth: width,
        screenHeight: height,
        dontSetVisibleSize: true,
      }),
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      session.send('Emulation.setEmulatedMedia', {
        features: [
          { name: 'prefers-color-scheme', value: frame.colorScheme },
          // As nearly all readers have it; what moves is held still by other means.
          { name: 'prefers-reduced-motion', value: 'no-preference' },
          { name: 'prefers-contrast', value: 'no-preference' },
        ],
      }),
      ...(frame.isDarkenedByEngine
        ? [session.send('Emulation.setAutoDarkModeOverride', { enabled: true })]
        : []),
      session.send('Animation.enable'),
      session.send('Animation.setPlaybackRate', { playbackRate: 0 }),
      connection.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ])
    const isLoaded = session.next('Page.loadEventFired')
    isLoaded.catch(() => undefined)
    await session.send('Page.navigate', { url: blankPageUrl })
    await isLoaded
    const world = await session.send('Page.createIsolatedWorld', { frameId: targetId })
    return {
      frame,
      session,
      frameId: targetId,
      worldId: world.executionContextId,
      close: async () => {
        await dispose()
        connection.forgetSession(sessionId)
      },
    }
  } catch (error) {
    await dispose().catch(() => undefined)
    throw error
  }
}
