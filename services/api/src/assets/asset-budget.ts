import { setMaxListeners } from 'node:events'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import type { FrozenAsset } from '@pas/emails/frozen-email'
import type { FairLine } from '@pas/runtime/fair-queue'
import { maxAssetBytes } from '@pas/settings/max-email-bytes'

export interface FreezeBudgets {
  /** Fetching time. It does not pass while all of the email's fetches wait for other emails' fetches. */
  totalMs: number
  /** Fetching time, waits included. Assets whose fetch has not begun by then are fetched later. */
  wallMs: number
  rewriteMs: number
  maxBytes: number
  /** Each capture parses all style sheets, so their limit is lower. */
  maxStyleSheetBytes: number
  /** Maximum of assets that are tried, and of those recorded as failed without a try. */
  maxAssets: number
  /** 1: style sheets that the email itself refers to. */
  maxStyleSheetDepth: number
  maxConcurrent: number
}

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

/** Those that are tried, and those recorded as failed. */
export const maxReferencesOf = ({ maxAssets }: Pick<FreezeBudgets, 'maxAssets'>): number => 2 * maxAssets

/** `totalMs` and `wallMs` begin in the constructor. */
export class AssetBudget {
  /** `wallMs` is over, because the email has waited for other emails. */
  isPastWall = false
  private readonly ended = new AbortController()
  private readonly fetchingTime: FetchingTime
  private readonly wall: NodeJS.Timeout
  private spentBytes: number
  private spentStyleSheetBytes: number

  constructor(
    private readonly budgets: FreezeBudgets,
    kept: readonly FrozenAsset[],
    fetches: Pick<FairLine, 'onStalled'>,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.spentBytes = bytesOf(kept)
    this.spentStyleSheetBytes = bytesOf(kept.filter(isStyleSheet))
    // Every running fetch adds a listener, and Node warns above 10.
    setMaxListeners(0, this.signal)
    const fetchingTime = startFetchingTime(budgets.totalMs, this.end)
    fetches.onStalled((isStalled) => fetchingTime.setCounting(!isStalled))
    this.fetchingTime = fetchingTime
    this.wall = setTimeout(() => {
      this.isPastWall = true
      this.end()
    }, budgets.wallMs)
    caller?.addEventListener('abort', this.end)
    if (caller?.aborted) this.end()
  }

  get signal(): AbortSignal {
    return this.ended.signal
  }

  readonly end = (): void => this.ended.abort()

  take(bytes: number): boolean {
    if (this.spentBytes + bytes > this.budgets.maxBytes) return false
    this.spentBytes += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.spentBytes -= bytes
  }

  /** For bytes that `take` has counted: gives them back and returns false beyond the limit of style sheets. */
  takeStyleSheet(bytes: number): boolean {
    const isWithinLimit = this.spentStyleSheetBytes + bytes <= this.budgets.maxStyleSheetBytes
    if (isWithinLimit) this.spentStyleSheetBytes += bytes
    else this.giveBack(bytes)
    return isWithinLimit
  }

  close(): void {
    this.fetchingTime.setCounting(false)
    clearTimeout(this.wall)
    this.caller?.removeEventListener('abort', this.end)
  }
}

interface FetchingTime {
  setCounting(isCounting: boolean): void
}

function startFetchingTime(totalMs: number, onSpent: () => void): FetchingTime {
  let leftMs = totalMs
  let countedSince: number | null = null
  let timer: NodeJS.Timeout | undefined
  const setCounting = (isCounting: boolean): void => {
    clearTimeout(timer)
    const now = performance.now()
    if (countedSince !== null) leftMs -= now - countedSince
    countedSince = isCounting ? now : null
    if (isCounting) timer = setTimeout(onSpent, Math.max(0, leftMs))
  }
  setCounting(true)
  return { setCounting }
}

const bytesOf = (assets: readonly FrozenAsset[]): number =>
  assets.reduce((sum, { length }) => sum + length, 0)
