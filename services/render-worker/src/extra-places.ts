import { rowIdOfJob, type CapturePayload } from '@pas/captures/capture-job'
import { findAccountIds } from '@pas/captures/find-previews'
import type { Database } from '@pas/db/database'
import type { Queue, Worker } from 'bullmq'
import { reachRow, rowRetryMs } from './capture-preview'

/** Most captures are faster, except on a busy machine. */
const slowAfterMs = 2_000
/** How long the account's next captures then count as slow at once. */
const slowForMs = 60_000
/** How long an account gets no extra place, after a capture that lasted for half of its timeout. */
const barredForMs = 5 * 60_000
const lookEveryMs = 200
/** Enough: each account's first job stands before the second of any (ADR 11). */
const lookedAtJobs = 10

interface Holder {
  accountId: number | null
}

class ExpiringAccounts {
  /** Values are times by `performance.now()`. */
  private readonly until = new Map<number, number>()

  add(accountId: number, forMs: number): void {
    const now = performance.now()
    for (const [account, until] of this.until) if (until <= now) this.until.delete(account)
    this.until.set(accountId, now + forMs)
  }

  has(accountId: number): boolean {
    return (this.until.get(accountId) ?? 0) > performance.now()
  }
}

/**
 * While slow accounts hold all places, others get up to half as many more, so that they do not wait for emails that
 * take long to draw.
 */
export class ExtraPlaces {
  private readonly places: number
  private readonly maxPlaces: number
  private readonly holders = new Set<Holder>()
  private readonly slow = new ExpiringAccounts()
  private readonly barred = new ExpiringAccounts()
  private lookTimer: NodeJS.Timeout | null = null
  private isLooking = false
  private isClosed = false

  constructor(
    private readonly deps: {
      db: Database
      queue: Pick<Queue<CapturePayload>, 'getRanges'>
      worker: Pick<Worker<CapturePayload>, 'concurrency' | 'pause' | 'resume' | 'emit'>
      captureTimeoutMs: number
    },
  ) {
    this.places = deps.worker.concurrency
    this.maxPlaces = this.places + Math.ceil(this.places / 2)
  }

  /** Null when this place is not for the preview's account. */
  async hold<Result>(
    previewId: string,
    capture: (onClaimed: (claim: { accountId: number }) => void) => Promise<Result>,
  ): Promise<Result | null> {
    const { worker } = this.deps
    const holder: Holder = { accountId: null }
    this.holders.add(holder)
    const isExtra = this.holders.size > this.places
    // After a job in an extra place no other job begins there until the queue has been looked at again.
    worker.concurrency = this.places
    const timers = [
      setTimeout(() => this.mark(this.slow, holder, slowForMs), slowAfterMs),
      setTimeout(() => this.mark(this.barred, holder, barredForMs), this.deps.captureTimeoutMs / 2),
    ]
    try {
      if (isExtra && !(await reachRow(rowRetryMs, this.isAnyAllowed([previewId])))) return null
      return await capture(({ accountId }) => {
        holder.accountId = accountId
        this.startOrStopLooking()
      })
    } finally {
      timers.forEach(clearTimeout)
      this.holders.delete(holder)
      this.startOrStopLooking()
    }
  }

  close(): void {
    this.isClosed = true
    this.startOrStopLooking()
  }

  private mark(accounts: ExpiringAccounts, { accountId }: Holder, forMs: number): void {
    if (accountId === null) return
    accounts.add(accountId, forMs)
    this.startOrStopLooking()
  }

  private isHeldBySlow({ accountId }: Holder): boolean {
    return accountId !== null && this.slow.has(accountId)
  }

  private mayUseExtraPlace(accountId: number): boolean {
    const isHolder = [...this.holders].some((holder) => holder.accountId === accountId)
    return !this.barred.has(accountId) && !(isHolder && this.slow.has(accountId))
  }

  private startOrStopLooking(): void {
    const heldBySlow = [...this.holders].filter((holder) => this.isHeldBySlow(holder))
    const isNeeded = !this.isClosed && heldBySlow.length >= this.places && this.holders.size < this.maxPlaces
    if (!isNeeded && this.lookTimer) {
      clearInterval(this.lookTimer)
      this.lookTimer = null
    } else if (isNeeded && !this.lookTimer) {
      this.lookTimer = setInterval(() => void this.look(), lookEveryMs)
      void this.look()
    }
  }

  private async look(): Promise<void> {
    if (this.isLooking) return
    this.isLooking = true
    try {
      const jobIds = await this.deps.queue.getRanges(['prioritized'], 0, lookedAtJobs - 1, true)
      if ((await this.isAnyAllowed(jobIds.map(rowIdOfJob))) && this.lookTimer) this.openPlace()
    } catch (error) {
      this.deps.worker.emit('error', error as Error)
    } finally {
      this.isLooking = false
    }
  }

  private async isAnyAllowed(previewIds: string[]): Promise<boolean> {
    if (previewIds.length === 0) return false
    const accountIds = await findAccountIds(this.deps, previewIds)
    return accountIds.some((accountId) => this.mayUseExtraPlace(accountId))
  }

  private openPlace(): void {
    const { worker } = this.deps
    worker.concurrency = this.holders.size + 1
    // A busy worker reads its new concurrency when it is resumed, which has to follow without an `await`.
    void worker.pause(true)
    void worker.resume()
  }
}
