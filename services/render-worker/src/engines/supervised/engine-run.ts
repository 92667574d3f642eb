import { withinTimeout } from '@pas/runtime/within-timeout'
import { CaptureError } from '../../errors'
import type { EngineDocument, Picture } from '../engine'
import type { EngineProcess } from './engine-process'
import { orAborted } from './or-aborted'

/** When a process has done its share; a fresh one follows. */
export interface RecycleLimits {
  captures: number
  residentBytes: number
}

/** How often a process with work is asked whether it still answers, and how long it may take. */
const pulseIntervalMs = 1_000
const pulseTimeoutMs = 3_000
/** Memory is read once in so many captures, and at each pulse. */
const capturesPerMemoryReading = 10
/** A process that holds so many times its limit in the middle of a capture ends at once. */
const deadlyMemoryFactor = 2

/** The working life of one process: counts its captures, and ends it when it is retired and idle or when it stops answering. */
export class EngineRun {
  private captures = 0
  private underWay = 0
  private isRetired = false
  private isTakenAlone = false
  /** Resolves when it is gone with all its processes, for whatever reason. */
  readonly ended: Promise<void>

  constructor(
    private readonly process: EngineProcess,
    private readonly limits: RecycleLimits,
    /** How many captures it takes at a time. */
    private readonly capacity: number,
  ) {
    this.ended = process.exited.then(() => this.kill())
  }

  get pid(): number {
    return this.process.pid
  }

  /** Whether it may be given another capture, sooner or later. */
  get isUsable(): boolean {
    return !this.isRetired && this.process.isConnected
  }

  /** Whether it may be given another capture now. */
  get isFree(): boolean {
    return this.isUsable && !this.isTakenAlone && this.underWay < this.capacity
  }

  /** Whether it has nothing to do. */
  get isIdle(): boolean {
    return this.isUsable && this.underWay === 0
  }

  /** Takes a place for a capture, which `capture` or `giveBack` gives back; alone: no other is taken meanwhile. */
  take(isAlone: boolean): void {
    this.underWay++
    this.isTakenAlone = isAlone
  }

  giveBack(): void {
    this.underWay--
    this.isTakenAlone = false
    void this.retireWhenDone()
  }

  /**
   * Draws in the place that was taken. Rejects with an `EngineProcessError` when the process fails, also when it is found not to
   * answer any more, and with `capture_timeout` when `signal` aborts.
   */
  async capture(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture> {
    const pulse = setInterval(() => void this.feelPulse(), pulseIntervalMs)
    try {
      return await orAborted(this.process.draw(document, signal, owner), signal)
    } catch (error) {
      // What was late may go on for ever; it ends with the process, after the captures beside it.
      if (error instanceof CaptureError && error.kind === 'capture_timeout') this.isRetired = true
      throw error
    } finally {
      clearInterval(pulse)
      this.captures++
      this.giveBack()
    }
  }

  /** Takes no further capture; ends when those under way have. */
  retire(): void {
    this.isRetired = true
    this.process.retire()
    if (this.underWay === 0) void this.process.kill()
  }

  /** Ends at once. */
  async kill(): Promise<void> {
    this.isRetired = true
    this.process.retire()
    await this.process.kill()
  }

  private async retireWhenDone(): Promise<void> {
    // A process that cannot be talked to any more may still be there.
    if (!this.isUsable || this.captures >= this.limits.captures) {
      this.retire()
      return
    }
    if (this.captures % capturesPerMemoryReading !== 0) return
    if ((await this.process.residentBytes()) > this.limits.residentBytes) this.retire()
  }

  /** A process that was stopped or hangs would hold its captures to their deadline: end it instead. */
  private async feelPulse(): Promise<void> {
    // A worker that was held up itself must not end an engine whose answer it has not read yet.
    const pulse = this.process.ping().catch(() => undefined)
    await withinTimeout(pulse, pulseTimeoutMs, () => this.kill())
    // One email may take what is there for all in the time it has.
    if ((await this.process.residentBytes()) > this.limits.residentBytes * deadlyMemoryFactor)
      await this.kill()
  }
}
