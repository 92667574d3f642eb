import { withinTimeout } from '@pas/runtime/within-timeout'
import { CaptureError } from '../../errors'
import type { EngineDocument } from '../engine'
import type { EngineProcess } from './engine-process'
import { orAborted } from './or-aborted'

export interface EngineLimits {
  captures: number
  residentBytes: number
  /** A process that answers a ping later is killed; default `defaultPulseTimeoutMs`. */
  pulseTimeoutMs?: number
}

const pulseIntervalMs = 1_000
/** A process that does not hang answers earlier on a busy machine. */
const defaultPulseTimeoutMs = 3_000
const capturesPerMemoryReading = 10
/** A process that takes this many times its limit of memory is killed at once, also during a capture. */
const deadlyMemoryFactor = 2

/**
 * One process from start to end: retired at its limits, killed when it hangs or takes far too much memory. A retired
 * process ends with the captures under way.
 */
export class EngineRun {
  private captures = 0
  private underWay = 0
  private isRetired = false
  private isTakenAlone = false
  /** By `performance.now()`. */
  usedAt = performance.now()
  readonly ended: Promise<void>

  constructor(
    private readonly process: EngineProcess,
    private readonly limits: EngineLimits,
    private readonly capacity: number,
  ) {
    this.ended = process.exited.then(() => this.kill())
  }

  get pid(): number {
    return this.process.pid
  }

  get isUsable(): boolean {
    return !this.isRetired && this.process.isConnected
  }

  get isFree(): boolean {
    return this.isUsable && !this.isTakenAlone && this.underWay < this.capacity
  }

  get isIdle(): boolean {
    return this.isUsable && this.underWay === 0
  }

  hasPageOf(document: EngineDocument, owner: string): boolean {
    return this.process.hasPageOf?.(document, owner) ?? false
  }

  /** Reserves a place, which `capture` or `giveBack` frees. `isAlone`: no other can be taken until then. */
  take(isAlone: boolean): void {
    this.underWay++
    this.usedAt = performance.now()
    this.isTakenAlone = isAlone
  }

  giveBack(): void {
    this.underWay--
    this.isTakenAlone = false
    void this.retireWhenDone()
  }

  /**
   * Uses the place that `take` reserved. Rejects with an `EngineProcessError` when the process fails or hangs, and with
   * `capture_timeout`.
   */
  async capture<Result>(
    draw: (process: EngineProcess) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const pulse = setInterval(() => void this.checkPulse(), pulseIntervalMs)
    try {
      return await orAborted(draw(this.process), signal)
    } catch (error) {
      // The late drawing may go on for ever: the process ends after its other captures.
      if (error instanceof CaptureError && error.kind === 'capture_timeout') this.isRetired = true
      throw error
    } finally {
      clearInterval(pulse)
      this.captures++
      this.giveBack()
    }
  }

  retire(): void {
    this.isRetired = true
    this.process.retire()
    if (this.underWay === 0) void this.process.kill()
  }

  async kill(): Promise<void> {
    this.isRetired = true
    this.process.retire()
    await this.process.kill()
  }

  private async retireWhenDone(): Promise<void> {
    // A process whose connection is closed may still run.
    if (!this.isUsable || this.captures >= this.limits.captures) {
      this.retire()
      return
    }
    if (this.captures % capturesPerMemoryReading !== 0) return
    if ((await this.process.residentBytes()) > this.limits.residentBytes) this.retire()
  }

  /** Otherwise captures of a process that hangs would wait until their deadlines. */
  private async checkPulse(): Promise<void> {
    // `withinTimeout` first reads answers that have arrived: the worker itself may have been suspended.
    const pulse = this.process.ping().catch(() => undefined)
    await withinTimeout(pulse, this.limits.pulseTimeoutMs ?? defaultPulseTimeoutMs, () => this.kill())
    // Within its timeout a single email could use up the machine's memory.
    if ((await this.process.residentBytes()) > this.limits.residentBytes * deadlyMemoryFactor)
      await this.kill()
  }
}
