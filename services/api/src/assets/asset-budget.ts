import { setMaxListeners } from 'node:events'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import type { FrozenAsset } from '@pas/emails/frozen-email'
import type { FairLine } from '@pas/runtime/fair-queue'
import { maxAssetBytes } from '@pas/settings/max-email-bytes'

export interface FreezeBudgets {
  /** Time for fetching, without the time in which all of the email's fetches wait for other emails'. */
  totalMs: number
  /** Time for fetching, waiting included. What has no turn within it is fetched later. */
  wallMs: number
  /** Additional time for pointing the style sheets' references at the frozen assets. */
  rewriteMs: number
  /** Bytes of all assets that are kept. */
  maxBytes: number
  /** Bytes of style sheets alone, as they were fetched. Emulation parses every one of them for each capture. */
  maxStyleSheetBytes: number
  /**
   * References that are tried. Further ones, and those that are not an address to fetch, are shown as broken images;
   * at most this many of them are recorded as failed.
   */
  maxAssets: number
  /** Depth of style sheets whose own references are followed; 1 is a style sheet that the email itself refers to. */
  maxStyleSheetDepth: number
  /** Fetches of this email at a time, so that one email does not take all of the process's. */
  maxConcurrent: number
}

/** The budgets of a running service; tests give others. */
export const defaultBudgets: FreezeBudgets = {
  totalMs: 15_000,
  wallMs: 18_000,
  rewriteMs: 5_000,
  maxBytes: maxAssetBytes,
  maxStyleSheetBytes: 4 * 1024 * 1024,
  maxAssets: 500,
  maxStyleSheetDepth: 3,
  maxConcurrent: 24,
}

/** What one email has left of its time and bytes; the clocks start when it is made. */
export class AssetBudget {
  /** Whether `wallMs` are over: the email has waited for other emails, as `totalMs` ends it first otherwise. */
  isPastWall = false
  private readonly ended = new AbortController()
  private readonly clock: Clock
  private readonly wall: NodeJS.Timeout
  private spentBytes: number
  private spentStyleSheetBytes: number

  /** The assets in `kept` have spent their bytes. `fetches` tells when all fetches wait for other emails'. */
  constructor(
    private readonly budgets: FreezeBudgets,
    kept: readonly FrozenAsset[],
    fetches: Pick<FairLine, 'onIdle'>,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.spentBytes = bytesOf(kept)
    this.spentStyleSheetBytes = bytesOf(kept.filter(isStyleSheet))
    // Every running fetch listens: Node would warn above 10 listeners.
    setMaxListeners(0, this.signal)
    const clock = startClock(budgets.totalMs, this.end)
    fetches.onIdle((isIdle) => clock.count(!isIdle))
    this.clock = clock
    this.wall = setTimeout(() => {
      this.isPastWall = true
      this.end()
    }, budgets.wallMs)
    caller?.addEventListener('abort', this.end)
    if (caller?.aborted) this.end()
  }

  /** Aborts when the time is spent, when the caller's signal aborts, and by `end`. */
  get signal(): AbortSignal {
    return this.ended.signal
  }

  readonly end = (): void => this.ended.abort()

  /** Takes bytes for an asset; false, with nothing taken, when fewer are left. */
  take(bytes: number): boolean {
    if (this.spentBytes + bytes > this.budgets.maxBytes) return false
    this.spentBytes += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.spentBytes -= bytes
  }

  /** Counts bytes that were taken as a style sheet's; false, with these given back, when fewer are left for those. */
  takeStyleSheet(bytes: number): boolean {
    const isLeft = this.spentStyleSheetBytes + bytes <= this.budgets.maxStyleSheetBytes
    if (isLeft) this.spentStyleSheetBytes += bytes
    else this.giveBack(bytes)
    return isLeft
  }

  /** Stops the clocks. */
  close(): void {
    this.clock.count(false)
    clearTimeout(this.wall)
    this.caller?.removeEventListener('abort', this.end)
  }
}

interface Clock {
  count(isCounted: boolean): void
}

/** Calls `onSpent` when `totalMs` were counted. Counting begins at once; `count` stops and continues it. */
function startClock(totalMs: number, onSpent: () => void): Clock {
  let leftMs = totalMs
  let countedSince: number | null = null
  let timer: NodeJS.Timeout | undefined
  const count = (isCounted: boolean): void => {
    clearTimeout(timer)
    const now = performance.now()
    if (countedSince !== null) leftMs -= now - countedSince
    countedSince = isCounted ? now : null
    if (isCounted) timer = setTimeout(onSpent, Math.max(0, leftMs))
  }
  count(true)
  return { count }
}

const bytesOf = (assets: readonly FrozenAsset[]): number =>
  assets.reduce((sum, { length }) => sum + length, 0)
