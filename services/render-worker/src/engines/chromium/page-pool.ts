import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { PreparedPage } from './prepared-page'

/** Groups of pages that are made ahead of need; one that has not been used for longest goes first. */
const maxGroups = 4
/** A page shows so many documents of its owner, */
export const maxDocuments = 20
/** and waits so long for the next. */
export const keepMs = 10_000

/** What is told of a use of a page. */
export interface PageUse<Result> {
  result: Result
  /** Whether the page may show another document of the same owner. */
  isPageReusable: boolean
}

interface KeptPage {
  page: PreparedPage
  owner: string
  documents: number
  idleTimer: NodeJS.Timeout
}

/** Pages of one group stand in for each other, once they are reshaped. */
interface Group {
  frame: Frame
  ready: PreparedPage[]
}

/**
 * A browser's pages. Some wait empty, made ahead of need while a core is free, so that making them delays no capture that is under way. A page
 * that has shown a document of an owner is kept for a while for others of the same owner, and never shows another's.
 */
export class PagePool {
  /** In the order of last use, the latest last. */
  private readonly groups = new Map<string, Group>()
  /** In the order of last use, the latest last. */
  private kept: readonly KeptPage[] = []
  private busy = 0
  private filling: Promise<void> | null = null
  private isClosed = false

  constructor(
    private readonly prepare: (frame: Frame) => Promise<PreparedPage>,
    private readonly options: { concurrency: number; frames: readonly Frame[] },
  ) {
    for (const frame of options.frames) if (this.groups.size < maxGroups) this.touch(frame)
  }

  /** Makes a page of each known group; rejects when the browser cannot make any. */
  async warm(): Promise<void> {
    for (const { frame, ready } of this.groups.values()) ready.push(await this.prepare(frame))
  }

  /** Gives `use` a page of this shape. It is closed afterwards, unless it has an owner and is reusable. A failed use closes it. */
  async withPage<Result>(
    frame: Frame,
    owner: string | undefined,
    use: (page: PreparedPage) => Promise<PageUse<Result>>,
  ): Promise<Result> {
    this.busy++
    let finished: PreparedPage | undefined
    try {
      const kept = owner === undefined ? undefined : this.takeKept(frame, owner)
      const page = (finished = kept?.page ?? this.touch(frame).ready.pop() ?? (await this.prepare(frame)))
      // The browser carries commands out in turn: what `use` sends comes after.
      const reshaped = keyOf(page.frame) === keyOf(frame) ? undefined : page.reshape(frame)
      const [{ result, isPageReusable }] = await Promise.all([use(page), reshaped])
      const documents = (kept?.documents ?? 0) + 1
      if (owner !== undefined && isPageReusable && documents < maxDocuments && !this.isClosed) {
        this.keep({ page, owner, documents })
        finished = undefined
      }
      return result
    } finally {
      this.busy--
      // Nobody waits for this: the picture is done.
      void this.replace(finished)
    }
  }

  /** No further page is made or kept. */
  close(): void {
    this.isClosed = true
    for (const kept of this.kept) clearTimeout(kept.idleTimer)
    this.kept = []
  }

  private takeKept(frame: Frame, owner: string): KeptPage | undefined {
    const group = groupOf(frame)
    const own = this.kept.filter((kept) => kept.owner === owner && groupOf(kept.page.frame) === group)
    const found = own.find(({ page }) => keyOf(page.frame) === keyOf(frame)) ?? own.at(-1)
    if (found) this.forget(found)
    return found
  }

  private keep(page: Omit<KeptPage, 'idleTimer'>): void {
    const kept: KeptPage = { ...page, idleTimer: setTimeout(() => this.drop(kept), keepMs).unref() }
    this.kept = [...this.kept, kept]
    const [oldest] = this.kept
    if (this.kept.length > 2 * this.options.concurrency && oldest) this.drop(oldest)
  }

  private forget(kept: KeptPage): void {
    clearTimeout(kept.idleTimer)
    this.kept = this.kept.filter((other) => other !== kept)
  }

  private drop(kept: KeptPage): void {
    this.forget(kept)
    void this.replace(kept.page)
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

  private wanted(): Group | undefined {
    const { concurrency } = this.options
    if (this.isClosed || this.busy >= concurrency) return undefined
    const latestFirst = [...this.groups.values()].reverse()
    return latestFirst.find(({ ready }, age) => ready.length < (age === 0 ? concurrency : 1))
  }

  private touch(frame: Frame): Group {
    const key = groupOf(frame)
    const group = this.groups.get(key) ?? { frame, ready: [] }
    this.groups.delete(key)
    this.groups.set(key, group)
    const [oldest] = this.groups
    if (this.groups.size > maxGroups && oldest) {
      this.groups.delete(oldest[0])
      for (const page of oldest[1].ready) page.close().catch(() => undefined)
    }
    return group
  }
}

/**
 * What a page has from its beginning: a renderer's glyphs keep the pixel density in which they were first drawn, and Chromium's own darkening is
 * switched on before the first document.
 */
const groupOf = ({ deviceScaleFactor, mobile, isDarkenedByEngine = false }: Frame): string =>
  `${deviceScaleFactor} ${mobile} ${isDarkenedByEngine}`

const keyOf = (frame: Frame): string =>
  `${groupOf(frame)} ${frame.width}x${frame.height} ${frame.colorScheme}`
