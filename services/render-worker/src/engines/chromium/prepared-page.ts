import type { Frame } from '@pas/email-clients/engine/emulated-document'
import { CdpError, type CdpConnection, type CdpSession } from './cdp-connection'
import { withinLoadTimeout } from './within-load-timeout'

/** A page in a browser context of its own: empty, or with a document of its owner that has had its picture taken. */
export interface PreparedPage {
  session: CdpSession
  /** The page's shape from now on; `reshape` changes it. */
  readonly frame: Frame
  /** The main frame's id; also the target's. */
  readonly frameId: string
  /** Gives the page another size or colour scheme. All else of its shape stays as it was made. */
  reshape(frame: Frame): Promise<void>
  /** Disposes of the context with all it holds. */
  close(): Promise<void>
}

/** A page that shows the document to draw. */
export interface LoadedPage extends PreparedPage {
  /** An isolated world of this document for our own few lines; the document's scripts never run. */
  worldId: number
  /** Nothing of the document is still on its way. */
  isComplete: boolean
}

/**
 * The page is laid out in its frame's size and shown in next to nothing, so that what the browser paints while the document loads costs
 * nothing; the picture is painted once, in its own size. A sixth of a capture's work.
 */
const visibleLength = 8

/** Makes a page of `frame`'s shape. Everything a capture needs is switched on here, ahead of need. */
export async function preparePage(connection: CdpConnection, frame: Frame): Promise<PreparedPage> {
  const { browserContextId } = await connection.send('Target.createBrowserContext', { disposeOnDetach: true })
  const dispose = (): Promise<void> => connection.send('Target.disposeBrowserContext', { browserContextId })
  try {
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
      setShape(session, frame),
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      ...(frame.isDarkenedByEngine
        ? [session.send('Emulation.setAutoDarkModeOverride', { enabled: true })]
        : []),
      session.send('Animation.enable'),
      session.send('Animation.setPlaybackRate', { playbackRate: 0 }),
      connection.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ])
    let shape = frame
    return {
      session,
      frameId: targetId,
      get frame() {
        return shape
      },
      reshape: async (wanted) => {
        shape = wanted
        await setShape(session, wanted)
      },
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

async function setShape(
  session: CdpSession,
  { width, height, deviceScaleFactor, mobile, colorScheme }: Frame,
): Promise<void> {
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor,
      mobile,
      screenWidth: width,
      screenHeight: height,
      dontSetVisibleSize: true,
    }),
    session.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: colorScheme },
        // As nearly all readers have it; what moves is held still by other means.
        { name: 'prefers-reduced-motion', value: 'no-preference' },
        { name: 'prefers-contrast', value: 'no-preference' },
      ],
    }),
  ])
}

/**
 * Goes to a document, whatever the page showed before: a new document, window and policy. Resolves once it is parsed, and loaded or late.
 * Rejects with a `CdpError` when browser or page fail.
 */
export async function openDocument(page: PreparedPage, url: string): Promise<LoadedPage> {
  const { session, frameId } = page
  // An event of the page's last document may come before the navigation is committed.
  let isCommitted = false
  let isComplete = false
  const committed = session.next('Page.frameNavigated', ({ frame }) => (isCommitted ||= frame.url === url))
  const parsed = session.next('Page.domContentEventFired', () => isCommitted)
  const loaded = session.next('Page.loadEventFired', () => (isComplete = isCommitted))
  for (const event of [committed, parsed, loaded]) event.catch(() => undefined)
  const { errorText } = await session.send('Page.navigate', { url })
  if (errorText !== undefined) throw new CdpError(`the document was not opened: ${errorText}`)
  await parsed
  await withinLoadTimeout(loaded)
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId })
  return { ...page, frame: page.frame, worldId: executionContextId, isComplete }
}
