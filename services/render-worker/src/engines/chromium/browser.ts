import type { Frame, HtmlDocument } from '@pas/email-clients/emulate/emulated-document'
import { CaptureError } from '../../errors'
import type { Picture } from '../engine'
import { startChromium, type ChromiumProcess, type ChromiumProcessOptions } from './chromium-process'
import { drawDocument } from './draw-document'
import { PagePool } from './page-pool'
import { preparePage } from './prepared-page'

/** When a browser has done its share; a fresh one follows. */
export interface RecycleLimits {
  captures: number
  residentBytes: number
}

export interface BrowserOptions extends ChromiumProcessOptions {
  blankPageUrl: string
  concurrency: number
  recycle: RecycleLimits
}

/** How often a browser with work is asked whether it still answers, and how long it may take. */
const pulseIntervalMs = 1_000
const pulseTimeoutMs = 3_000
/** Memory is read once in so many captures. */
const capturesPerMemoryReading = 10

/** One browser and its pages. Ends itself, with all its processes, when it is retired and idle or when it stops answering. */
export class Browser {
  private captures = 0
  private underWay = 0
  private isRetired = false
  /** Resolves when it is gone with all its processes, for whatever reason. */
  readonly ended: Promise<void>

  private constructor(
    private readonly chromium: ChromiumProcess,
    private readonly pages: PagePool,
    private readonly limits: RecycleLimits,
  ) {
    this.ended = chromium.exited.then(() => this.kill())
  }

  /** Starts a browser with pages of `frames` ready; rejects with an `EngineStartError`. */
  static async start(options: BrowserOptions, frames: readonly Frame[]): Promise<Browser> {
    const chromium = await startChromium(options)
    const { concurrency, blankPageUrl, recycle } = options
    const pages = new PagePool((frame) => preparePage(chromium.connection, frame, blankPageUrl), {
      concurrency,
      frames,
    })
    try {
      await pages.warm()
    } catch (error) {
      await chromium.kill()
      throw error
    }
    return new Browser(chromium, pages, recycle)
  }

  get version(): string {
    return this.chromium.version
  }

  get pid(): number {
    return this.chromium.pid
  }

  /** Whether it may be given another capture. */
  get isUsable(): boolean {
    return !this.isRetired && !this.chromium.connection.isClosed
  }

  /**
   * Rejects with a `CdpError` when browser or page fail, also when the browser is found not to answer any more, and with
   * `capture_timeout` when `signal` aborts.
   */
  async capture(document: HtmlDocument, signal: AbortSignal): Promise<Picture> {
    this.underWay++
    const pulse = setInterval(() => void this.feelPulse(), pulseIntervalMs)
    try {
      return await orAborted(
        this.pages.withPage(document.frame, (page) => drawDocument(page, document)),
        signal,
      )
    } catch (error) {
      // What was late may go on for ever; it ends with the browser, after the captures beside it.
      if (error instanceof CaptureError) this.isRetired = true
      throw error
    } finally {
      clearInterval(pulse)
      this.underWay--
      this.captures++
      void this.retireWhenDone()
    }
  }

  /** Takes no further capture; ends when those under way have. */
  retire(): void {
    this.isRetired = true
    this.pages.close()
    if (this.underWay === 0) void this.chromium.kill()
  }

  /** Ends at once. */
  async kill(): Promise<void> {
    this.isRetired = true
    this.pages.close()
    await this.chromium.kill()
  }

  private async retireWhenDone(): Promise<void> {
    if (this.isRetired || this.captures >= this.limits.captures) {
      this.retire()
      return
    }
    if (this.captures % capturesPerMemoryReading !== 0) return
    if ((await this.chromium.residentBytes()) > this.limits.residentBytes) this.retire()
  }

  /** A browser that was stopped or hangs would hold its captures to their deadline: end it instead. */
  private async feelPulse(): Promise<void> {
    const timer = setTimeout(() => void this.kill(), pulseTimeoutMs)
    await this.chromium.connection.send('Browser.getVersion').catch(() => undefined)
    clearTimeout(timer)
  }
}

function orAborted(picture: Promise<Picture>, signal: AbortSignal): Promise<Picture> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new CaptureError('capture_timeout', 'the capture took too long'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    picture.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
