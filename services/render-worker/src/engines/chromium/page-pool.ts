import type { Frame } from '@pas/email-clients/emulate/emulated-document'
import type { PreparedPage } from './prepared-page'

/** Shapes for which pages wait; a shape that has not been used for longest goes first. */
const maxShapes = 6

/**
 * Pages made ahead of need, by shape. Each is used once. New ones are made when a page is given back and a core is free, so that
 * making them never delays a capture that is under way.
 */
export class PagePool {
  /** In the order of last use, the latest last. */
  private readonly shapes = new Map<string, { frame: Frame; ready: PreparedPage[] }>()
  private busy = 0
  private filling: Promise<void> | null = null
  private isClosed = false

  constructor(
    private readonly prepare: (frame: Frame) => Promise<PreparedPage>,
    private readonly options: { concurrency: number; frames: readonly Frame[] },
  ) {
    for (const frame of options.frames.slice(0, maxShapes)) this.touch(frame)
  }

  /** Makes the pages of the known shapes; rejects when the browser cannot make any. */
  async warm(): Promise<void> {
    for (const { frame, ready } of this.shapes.values()) ready.push(await this.prepare(frame))
  }

  /** Gives `use` a page of this shape, closes it afterwards. */
  async withPage<Result>(frame: Frame, use: (page: PreparedPage) => Promise<Result>): Promise<Result> {
    this.busy++
    let page: PreparedPage | undefined
    try {
      page = this.touch(frame).ready.pop() ?? (await this.prepare(frame))
      return await use(page)
    } finally {
      this.busy--
      // Nobody waits for this: the picture is done.
      void this.replace(page)
    }
  }

  /** No further page is made. */
  close(): void {
    this.isClosed = true
  }

  private async replace(page: PreparedPage | undefined): Promise<void> {
    try {
      await page?.close()
    } catch {
      // The browser is gone, and the page with it.
    }
    this.filling ??= this.fill().finally(() => {
      this.filling = null
    })
    await this.filling
  }

  private async fill(): Promise<void> {
    try {
      for (let wanted = this.wanted(); wanted; wanted = this.wanted()) {
        wanted.ready.push(await this.prepare(wanted.frame))
      }
    } catch {
      // The browser is gone; whoever captures next learns it.
    }
  }

  private wanted(): { frame: Frame; ready: PreparedPage[] } | undefined {
    const { concurrency } = this.options
    if (this.isClosed || this.busy >= concurrency) return undefined
    const latestFirst = [...this.shapes.values()].reverse()
    return latestFirst.find(({ ready }, age) => ready.length < (age < 2 ? concurrency + 1 : 1))
  }

  private touch(frame: Frame): { ready: PreparedPage[] } {
    const { width, height, deviceScaleFactor, mobile, colorScheme, isDarkenedByEngine = false } = frame
    const key = `${width}x${height}x${deviceScaleFactor} ${mobile} ${colorScheme} ${isDarkenedByEngine}`
    const shape = this.shapes.get(key) ?? { frame, ready: [] }
    this.shapes.delete(key)
    this.shapes.set(key, shape)
    const [oldest] = this.shapes
    if (this.shapes.size > maxShapes && oldest) {
      this.shapes.delete(oldest[0])
      for (const page of oldest[1].ready) page.close().catch(() => undefined)
    }
    return shape
  }
}
