import { setTimeout } from 'node:timers/promises'
import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { Area } from '../picture-area'
import { CdpError, type CdpSession } from './cdp-connection'
import type { CdpDriver } from './start-chromium'

/** In its own browser context; empty, or still showing its owner's last document. */
export interface PreparedPage {
  session: CdpSession
  readonly frame: Frame
  readonly frameId: string
  readonly drawsOnCommand: boolean
  /** Only to another frame of the same group (`PagePool`). */
  reshape(frame: Frame): Promise<void>
  close(): Promise<void>
}

export interface LoadedPage extends PreparedPage {
  /** An isolated world's execution context for our scripts; the document's never run. */
  worldId: number
}

/** The page is laid out in its frame's size, whatever the window's is. */
const visibleLength = 8
/**
 * Far outside of the page, so that nothing is painted while it loads: Blink leaves out the background below an opaque
 * image that it has decoded before, which colours its edges.
 */
export const hiddenViewport = {
  x: 100_000,
  y: 100_000,
  width: visibleLength,
  height: visibleLength,
  scale: 1,
}

export async function preparePage(
  { connection, drawsOnCommand }: Pick<CdpDriver, 'connection' | 'drawsOnCommand'>,
  frame: Frame,
): Promise<PreparedPage> {
  const { browserContextId } = await connection.send('Target.createBrowserContext', { disposeOnDetach: true })
  const dispose = (): Promise<void> => connection.send('Target.disposeBrowserContext', { browserContextId })
  try {
    const { targetId } = await connection.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      width: visibleLength,
      height: visibleLength,
      enableBeginFrameControl: drawsOnCommand,
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
      drawsOnCommand,
      get frame() {
        return shape
      },
      reshape: async (newFrame) => {
        shape = newFrame
        await setShape(session, newFrame)
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

/** Shows this part of the page in its window, whose size does not change the layout. */
export const showPart = (
  { session, frame: { width, height, deviceScaleFactor, mobile } }: Pick<PreparedPage, 'session' | 'frame'>,
  viewport: Area & { scale: number },
): Promise<void> =>
  session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile,
    screenWidth: width,
    screenHeight: height,
    dontSetVisibleSize: true,
    viewport,
  })

async function setShape(session: CdpSession, frame: Frame): Promise<void> {
  await Promise.all([
    showPart({ session, frame }, hiddenViewport),
    session.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: frame.colorScheme },
        // What nearly all readers have; the playback rate stops animations.
        { name: 'prefers-reduced-motion', value: 'no-preference' },
        { name: 'prefers-contrast', value: 'no-preference' },
      ],
    }),
  ])
}

/** Resolves at the load event: only then are pictures equal on a busy machine. */
export async function openDocument(page: PreparedPage, url: string): Promise<LoadedPage> {
  const { session, frameId } = page
  // Events of the page's last document may still come before the navigation is committed.
  let isCommitted = false
  const committed = session.next('Page.frameNavigated', ({ frame }) => (isCommitted ||= frame.url === url))
  const loaded = session.next('Page.loadEventFired', () => isCommitted)
  for (const event of [committed, loaded]) event.catch(() => undefined)
  const { errorText } = await session.send('Page.navigate', { url })
  if (errorText !== undefined) throw new CdpError(`the document was not opened: ${errorText}`)
  await (page.drawsOnCommand ? layOutUntil(loaded, session) : loaded)
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId })
  return { ...page, frame: page.frame, worldId: executionContextId }
}

const layoutEveryMs = 100

/** SVG's `<use>` of another document delays the load event until a layout, which comes with a frame. */
async function layOutUntil(loaded: Promise<unknown>, session: CdpSession): Promise<void> {
  const isLoaded = loaded.then(() => true)
  for (;;) {
    const ended = new AbortController()
    const { signal } = ended
    const late = setTimeout(layoutEveryMs, false, { signal }).catch(() => false)
    if (await Promise.race([isLoaded, late]).finally(() => ended.abort())) return
    await session.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true })
  }
}
