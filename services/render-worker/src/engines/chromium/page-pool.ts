import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { PreparedPage } from './prepared-page'

/** Pages are made ahead for this many frames; the least recently used frame is dropped. */
const maxGroups = 4
export const maxDocuments = 20
/** Each is a process of 30 to 60 MB. */
const maxKept = 4
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
 * Empty pages are made ahead, also beside a capture: another account's waits less. A page that has shown an owner's
 * document is kept for that owner's next, and never shows another owner's.
 */
export class PagePool {
  /** The most recently used is last. */
  private readonly groups = new Map<string, Group>()
  private kept: readonly KeptPage[] = []
  private filling: Promise<void> | null = null
  private isClosed = false

  constructor(
    private readonly prepare: (frame: Frame) => Promise<PreparedPage>,
    frames: readonly Frame[],
  ) {
    for (const frame of frames) if (this.groups.size < maxGroups) this.makeMostRecent(frame)
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
    let pageToClose: PreparedPage | undefined
    try {
      const kept = owner === undefined ? undefined : this.takeKept(frame, owner)
      const page = kept?.page ?? this.makeMostRecent(frame).ready.pop() ?? (await this.prepare(frame))
      pageToClose = page
      if (!kept) void this.startFilling()
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
      // The picture is finished, so its caller need not wait.
      void this.closeAndFill(pageToClose)
    }
  }

  close(): void {
    this.isClosed = true
    for (const kept of this.kept) clearTimeout(kept.idleTimer)
    this.kept = []
  }

  hasKept(frame: Frame, owner: string): boolean {
    return this.keptFor(frame, owner).length > 0
  }

  private keptFor(frame: Frame, owner: string): KeptPage[] {
    const group = groupOf(frame)
    return this.kept.filter((kept) => kept.owner === owner && groupOf(kept.page.frame) === group)
  }

  private takeKept(frame: Frame, owner: string): KeptPage | undefined {
    const fitting = this.keptFor(frame, owner)
    const best = fitting.find(({ page }) => keyOf(page.frame) === keyOf(frame)) ?? fitting.at(-1)
    if (best) this.forget(best)
    return best
  }

  private keep(page: Omit<KeptPage, 'idleTimer'>): void {
    const kept: KeptPage = { ...page, idleTimer: setTimeout(() => this.drop(kept), keepMs).unref() }
    this.kept = [...this.kept, kept]
    const [oldest] = this.kept
    if (this.kept.length > maxKept && oldest) this.drop(oldest)
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
    await this.startFilling()
  }

  private startFilling(): Promise<void> {
    this.filling ??= this.fill().finally(() => {
      this.filling = null
    })
    return this.filling
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
    if (this.isClosed) return undefined
    return [...this.groups.values()].findLast(({ ready }) => ready.length === 0)
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
