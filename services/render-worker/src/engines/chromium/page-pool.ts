import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { PreparedPage } from './prepared-page'

/** Pages are made ahead for this many frames; the least recently used frame is dropped. */
const maxGroups = 4
export const maxDocuments = 20
/** An idle page is kept for this long for its owner's next document. */
export const keepMs = 10_000

export interface PageUse<Result> {
  result: Result
  isPageReusable: boolean
}

interface KeptPage {
  page: PreparedPage
  owner: string
  documents: number
  idleTimer: NodeJS.Timeout
}

interface Group {
  frame: Frame
  ready: PreparedPage[]
}

/**
 * Empty pages are made ahead while fewer than `concurrency` captures run. A page that has shown an owner's document is
 * kept for that owner's next, and never shows another owner's.
 */
export class PagePool {
  /** The most recently used is last. */
  private readonly groups = new Map<string, Group>()
  private kept: readonly KeptPage[] = []
  private busy = 0
  private filling: Promise<void> | null = null
  private isClosed = false

  constructor(
    private readonly prepare: (frame: Frame) => Promise<PreparedPage>,
    private readonly options: { concurrency: number; frames: readonly Frame[] },
  ) {
    for (const frame of options.frames) if (this.groups.size < maxGroups) this.makeMostRecent(frame)
  }

  async warm(): Promise<void> {
    for (const { frame, ready } of this.groups.values()) ready.push(await this.prepare(frame))
  }

  /** Afterwards closes the page, unless it has an owner, is reusable and has shown fewer than `maxDocuments`. */
  async withPage<Result>(
    frame: Frame,
    owner: string | undefined,
    use: (page: PreparedPage) => Promise<PageUse<Result>>,
  ): Promise<Result> {
    this.busy++
    let pageToClose: PreparedPage | undefined
    try {
      const kept = owner === undefined ? undefined : this.takeKept(frame, owner)
      const page = kept?.page ?? this.makeMostRecent(frame).ready.pop() ?? (await this.prepare(frame))
      pageToClose = page
      // The browser executes commands in order: those of `use` come after `reshape`.
      const reshaped = keyOf(page.frame) === keyOf(frame) ? undefined : page.reshape(frame)
      const [{ result, isPageReusable }] = await Promise.all([use(page), reshaped])
      const documents = (kept?.documents ?? 0) + 1
      if (owner !== undefined && isPageReusable && documents < maxDocuments && !this.isClosed) {
        this.keep({ page, owner, documents })
        pageToClose = undefined
      }
      return result
    } finally {
      this.busy--
      // The picture is finished, so its caller need not wait.
      void this.closeAndFill(pageToClose)
    }
  }

  close(): void {
    this.isClosed = true
    for (const kept of this.kept) clearTimeout(kept.idleTimer)
    this.kept = []
  }

  private takeKept(frame: Frame, owner: string): KeptPage | undefined {
    const group = groupOf(frame)
    const fitting = this.kept.filter((kept) => kept.owner === owner && groupOf(kept.page.frame) === group)
    const best = fitting.find(({ page }) => keyOf(page.frame) === keyOf(frame)) ?? fitting.at(-1)
    if (best) this.forget(best)
    return best
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
    void this.closeAndFill(kept.page)
  }

  private async closeAndFill(page: PreparedPage | undefined): Promise<void> {
    try {
      await page?.close()
    } catch {
      // The browser has ended.
    }
    this.filling ??= this.fill().finally(() => {
      this.filling = null
    })
    await this.filling
  }

  private async fill(): Promise<void> {
    try {
      for (let group = this.groupToFill(); group; group = this.groupToFill()) {
        group.ready.push(await this.prepare(group.frame))
      }
    } catch {
      // The browser has ended; the next capture reports it.
    }
  }

  private groupToFill(): Group | undefined {
    const { concurrency } = this.options
    if (this.isClosed || this.busy >= concurrency) return undefined
    const latestFirst = [...this.groups.values()].reverse()
    return latestFirst.find(({ ready }, age) => ready.length < (age === 0 ? concurrency : 1))
  }

  private makeMostRecent(frame: Frame): Group {
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

/** A page's first document fixes these: the pixel density of its glyphs, and Chromium's own darkening. */
const groupOf = ({ deviceScaleFactor, mobile, isDarkenedByEngine = false }: Frame): string =>
  `${deviceScaleFactor} ${mobile} ${isDarkenedByEngine}`

const keyOf = (frame: Frame): string =>
  `${groupOf(frame)} ${frame.width}x${frame.height} ${frame.colorScheme}`
