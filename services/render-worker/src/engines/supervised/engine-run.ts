import { withinTimeout } from '@pas/runtime/within-timeout'
import { CaptureError } from '../../errors'
import type { EngineProcess } from './engine-process'
import { orAborted } from './or-aborted'

/** Limits at which a process is replaced by a fresh one. */
export interface EngineLimits {
  captures: number
  /** Resident memory of the whole process group. */
  residentBytes: number
  /** How long a process may take to answer a ping before it is killed; `defaultPulseTimeoutMs` when not set. */
  pulseTimeoutMs?: number
}

/** How often a process is pinged during a capture. */
const pulseIntervalMs = 1_000
/** Long enough for a process that gets little processor time on a busy machine, and does not hang. */
const defaultPulseTimeoutMs = 3_000
/** Resident memory is read after every tenth capture, and at each pulse. */
const capturesPerMemoryReading = 10
/** A process that exceeds its memory limit by this factor during a capture is killed at once. */
const deadlyMemoryFactor = 2

/**
 * One process from start to end: counts its captures, retires it at its limits, and kills it when it hangs or takes far
 * too much memory. A retired process takes no further capture and ends when those under way have.
 */
export class EngineRun {
  private captures = 0
  private underWay = 0
  private isRetired = false
  private isTakenAlone = false
  /** Resolves when the whole process group has ended, for whatever reason. */
  readonly ended: Promise<void>

  constructor(
    private readonly process: EngineProcess,
    private readonly limits: EngineLimits,
    /** Maximum number of concurrent captures. */
    private readonly capacity: number,
  ) {
    this.ended = process.exited.then(() => this.kill())
  }

  get pid(): number {
    return this.process.pid
  }

  /** Whether it may still take captures, now or once others have ended. */
  get isUsable(): boolean {
    return !this.isRetired && this.process.isConnected
  }

  /** Whether it can take a capture now. */
  get isFree(): boolean {
    return this.isUsable && !this.isTakenAlone && this.underWay < this.capacity
  }

  /** Whether it may take captures and has none under way. */
  get isIdle(): boolean {
    return this.isUsable && this.underWay === 0
  }

  /** Reserves a place, which `capture` or `giveBack` frees. `isAlone`: no other place is free until then. */
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
   * Has the process draw in the place that `take` reserved, and frees it. Rejects with an `EngineProcessError` when the
   * process fails or hangs, and with `capture_timeout` when `signal` aborts.
   */
  async capture<Result>(
    draw: (process: EngineProcess) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const pulse = setInterval(() => void this.feelPulse(), pulseIntervalMs)
    try {
      return await orAborted(draw(this.process), signal)
    } catch (error) {
      // The late drawing may go on for ever: retire the process, which ends after its other captures.
      if (error instanceof CaptureError && error.kind === 'capture_timeout') this.isRetired = true
      throw error
    } finally {
      clearInterval(pulse)
      this.captures++
      this.giveBack()
    }
  }

  /** Takes no further capture; the process ends when the captures under way have. */
  retire(): void {
    this.isRetired = true
    this.process.retire()
    if (this.underWay === 0) void this.process.kill()
  }

  /** Ends the process at once; captures under way fail. */
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

  /** Kills a process that is stopped or hangs: otherwise its captures would wait until their deadlines. */
  private async feelPulse(): Promise<void> {
    // `withinTimeout` first reads answers that have arrived: if the worker itself was suspended, the engine must not be
    // killed for it.
    const pulse = this.process.ping().catch(() => undefined)
    await withinTimeout(pulse, this.limits.pulseTimeoutMs ?? defaultPulseTimeoutMs, () => this.kill())
    // Within its timeout a single email could use up the machine's memory.
    if ((await this.process.residentBytes()) > this.limits.residentBytes * deadlyMemoryFactor)
      await this.kill()
  }
}
