import { existsSync } from 'node:fs'
import type { Frame, HtmlDocument, TextDocument } from '@pas/email-clients/emulate/emulated-document'
import { CaptureError } from '../../errors'
import type { Engine, Picture } from '../engine'
import { EngineStartError } from '../engine-start-error'
import { Browser, type BrowserOptions } from './browser'
import { CdpError } from './cdp-connection'
import { removeAbandonedProfileFolders } from './profile-folder'
import { assertNotRoot } from './sandbox'

export interface ChromiumEngineOptions extends Omit<BrowserOptions, 'executablePath'> {
  /** Null: looked for where Debian and its derivatives put it. */
  executablePath: string | null
  /** Shapes for which pages wait from the start. */
  frames: readonly Frame[]
}

/** Headless shells first: a whole Chromium draws half as fast. */
const usualPaths = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
]

/** A second try inside one capture: "Unable to capture screenshot" and the like are seldom and do not repeat. */
const triesPerCapture = 2

/** Draws HTML in Chromium. Rejects with an `EngineStartError` when it cannot be served here. */
export async function startChromiumEngine(options: ChromiumEngineOptions): Promise<ChromiumEngine> {
  if (options.isSandboxed) assertNotRoot()
  const executablePath = options.executablePath ?? usualPaths.find((candidate) => existsSync(candidate))
  if (executablePath === undefined) {
    throw new EngineStartError(
      'chromium',
      "no Chromium was found; type 'apt-get install chromium-headless-shell' or set CHROMIUM_PATH.",
    )
  }
  removeAbandonedProfileFolders()
  const browserOptions = { ...options, executablePath }
  return new ChromiumEngine(await Browser.start(browserOptions, options.frames), browserOptions)
}

/** A browser that draws and a spare one that is ready to follow it, so that no capture waits for a browser to start. */
export class ChromiumEngine implements Engine {
  readonly name = 'chromium'
  readonly version: string
  private spare: Promise<Browser>
  private readonly browsers = new Set<Browser>()
  private latestFrames: readonly Frame[]
  private isClosed = false

  constructor(
    private current: Browser,
    private readonly options: BrowserOptions & { frames: readonly Frame[] },
  ) {
    this.version = current.version
    this.latestFrames = options.frames
    this.keep(current)
    this.spare = this.startSpare()
  }

  /** The process groups of its browsers, for whoever wants to look at them. */
  get processGroupIds(): number[] {
    return [...this.browsers].filter(({ isUsable }) => isUsable).map(({ pid }) => pid)
  }

  async capture(document: HtmlDocument | TextDocument, signal: AbortSignal): Promise<Picture> {
    if (document.kind !== 'html') throw new CaptureError('unsupported_document', 'chromium draws HTML only')
    this.remember(document.frame)
    for (let tryNumber = 1; ; tryNumber++) {
      if (signal.aborted) throw new CaptureError('capture_timeout', 'no time was left to begin')
      const browser = await this.usableBrowser()
      try {
        return await browser.capture(document, signal)
      } catch (error) {
        if (!(error instanceof CdpError)) throw error
        if (tryNumber < triesPerCapture && !signal.aborted) continue
        throw new CaptureError(browser.isUsable ? 'engine_failed' : 'engine_crashed', error.message, {
          cause: error,
        })
      }
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    // One that is only just starting is not among them yet.
    await this.spare.catch(() => null)
    await Promise.all([...this.browsers].map((browser) => browser.kill()))
  }

  /** The current browser, or the spare in its place. */
  private async usableBrowser(): Promise<Browser> {
    while (!this.current.isUsable) {
      const { spare } = this
      let next: Browser
      try {
        next = await spare
      } catch (cause) {
        if (this.spare === spare) this.spare = this.startSpare()
        throw new CaptureError('engine_crashed', 'no browser could be started', { cause })
      }
      // Of several that waited, the first has put it in place.
      if (this.spare === spare) {
        this.current = next
        this.spare = this.startSpare()
      }
    }
    return this.current
  }

  private startSpare(): Promise<Browser> {
    const starting = this.isClosed
      ? Promise.reject(new Error('the engine is closed'))
      : Browser.start(this.options, this.latestFrames)
    // Whoever needs it meets the failure; until then it is nobody's.
    starting.then((browser) => this.keep(browser)).catch(() => undefined)
    return starting
  }

  private keep(browser: Browser): void {
    this.browsers.add(browser)
    void browser.ended.then(() => this.browsers.delete(browser))
  }

  private remember(frame: Frame): void {
    if (this.latestFrames.at(0) === frame) return
    const shape = JSON.stringify(frame)
    const others = this.latestFrames.filter((known) => JSON.stringify(known) !== shape)
    this.latestFrames = [frame, ...others].slice(0, 4)
  }
}
