import type { Frame } from '@pas/email-clients/engine/emulated-document'
import { CdpError, type CdpConnection, type CdpSession } from './cdp-connection'

/** A page in its own browser context, ready for a document: empty, or still showing its owner's last document. */
export interface PreparedPage {
  session: CdpSession
  /** The page's current frame; `reshape` changes it. */
  readonly frame: Frame
  /** The main frame's id; also the target's. */
  readonly frameId: string
  /** Changes the page's size or colour scheme, to another frame of the same group (`PagePool`). */
  reshape(frame: Frame): Promise<void>
  /** Disposes of the browser context, with its page, cache and storage. */
  close(): Promise<void>
}

/** A page that shows the document to draw. */
export interface LoadedPage extends PreparedPage {
  /** The execution context of an isolated world, in which our own scripts run; the document's scripts never run. */
  worldId: number
}

/** Size of the visible window in pixels. The page is laid out in its frame's size, whatever the window's is. */
const visibleLength = 8
/**
 * The part of the page that is shown until its picture is taken: one far outside of it, so that nothing is painted while
 * the document loads. That saves work, and makes the picture repeatable: how an image is painted depends on whether it
 * was decoded before. Blink leaves out the background colour below an image that it knows to be opaque, which it knows
 * of decoded images only, and the image's edges then get other colours.
 */
const hiddenViewport = { x: 100_000, y: 100_000, width: visibleLength, height: visibleLength, scale: 1 }

/** Makes an empty page of this frame, with all domains enabled. Rejects with a `CdpError`. */
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
      viewport: hiddenViewport,
    }),
    session.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: colorScheme },
        // What nearly all readers have. Animations are stopped by the playback rate instead.
        { name: 'prefers-reduced-motion', value: 'no-preference' },
        { name: 'prefers-contrast', value: 'no-preference' },
      ],
    }),
  ])
}

/**
 * Navigates the page to a document. Resolves when its load event has come; only then is its picture the same on a busy
 * machine. Rejects with a `CdpError` when browser or page fail.
 */
export async function openDocument(page: PreparedPage, url: string): Promise<LoadedPage> {
  const { session, frameId } = page
  // Ignore events of the page's last document, which may still come before the navigation is committed.
  let isCommitted = false
  const committed = session.next('Page.frameNavigated', ({ frame }) => (isCommitted ||= frame.url === url))
  const loaded = session.next('Page.loadEventFired', () => isCommitted)
  for (const event of [committed, loaded]) event.catch(() => undefined)
  const { errorText } = await session.send('Page.navigate', { url })
  if (errorText !== undefined) throw new CdpError(`the document was not opened: ${errorText}`)
  await loaded
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId })
  return { ...page, frame: page.frame, worldId: executionContextId }
}
