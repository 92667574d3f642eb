import { CaptureError } from '../../errors'
import type { MeasuredTexts } from '@pas/email-checks/measurements'
import type { JudgeContrast } from '../contrast/laid-out-page'
import type { Engine, EngineDocument, Picture } from '../engine'
import { EngineProcessError, type EngineProcess } from './engine-process'
import { EngineRun } from './engine-run'
import { orAborted } from './or-aborted'
import { removeAbandonedScratchFolders } from './scratch-folder'
import { startWarm, type SupervisedEngineOptions } from './start-warm'
import { ZombieWatch } from './zombie-watch'

/** The engine then tries again by itself after a failed start. */
const restartIntervalMs = 3_000

/** Processes end after this time without a capture, except those of the first kind. */
const idleTimeoutMs = 10 * 60_000

/** Failures such as Chromium's "Unable to capture screenshot" are rare and do not repeat. */
const triesPerCapture = 2

/** A started spare: no capture waits for a start. */
interface Line {
  runs: EngineRun[]
  /** When a capture last asked for it, by `performance.now()`. */
  usedAt: number
  /** A spare starts at the end of a capture, which it would slow down. */
  spare: Promise<EngineRun> | null
}

interface WantedPlace {
  kind: string
  /** Asks for an idle process, which then takes no other capture. */
  isAlone: boolean
}

/** Replaces processes that reach limits, fail, hang or die. */
export class SupervisedEngine implements Engine {
  readonly name: string
  readonly isSlowAtFirst: boolean
  private readonly lines = new Map<string, Line>()
  private readonly alive = new Set<EngineRun>()
  private readonly failing = new Set<string>()
  private readonly idleCheck = setInterval(() => {
    this.endIdle(idleTimeoutMs)
    void this.endMaimed()
  }, idleTimeoutMs / 10).unref()
  private readonly zombieWatch = new ZombieWatch()
  private isClosed = false

  private constructor(
    private readonly options: SupervisedEngineOptions,
    private readonly firstKind: string,
    readonly version: string,
  ) {
    this.name = options.name
    this.isSlowAtFirst = options.isSlowAtFirst ?? false
  }

  /** Rejects with the `EngineStartError` of the second try: such programs crash in one of some dozens of starts. */
  static async start(options: SupervisedEngineOptions, firstKind: string): Promise<SupervisedEngine> {
    removeAbandonedScratchFolders()
    const first = await options.start(firstKind).catch(() => options.start(firstKind))
    const engine = new SupervisedEngine(options, firstKind, first.version)
    const line = engine.lineOf(firstKind)
    line.runs.push(engine.keep(first))
    line.spare = engine.startSpare(firstKind)
    return engine
  }

  /** Used by tests and measurements only. */
  get processGroupIds(): number[] {
    return [...this.alive].filter(({ isUsable }) => isUsable).map(({ pid }) => pid)
  }

  get isHealthy(): boolean {
    return [...this.failing].every((kind) => this.lines.get(kind)?.runs.some(({ isUsable }) => isUsable))
  }

  capture(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture> {
    return this.captureWith(document, signal, (process) => process.draw(document, signal, owner))
  }

  measureContrast(
    document: EngineDocument,
    judge: JudgeContrast,
    signal: AbortSignal,
    owner?: string,
  ): Promise<MeasuredTexts> {
    return this.captureWith(document, signal, (process) => {
      if (process.measureContrast) return process.measureContrast(document, judge, owner)
      throw new CaptureError('unsupported_document', `${this.name} measures no contrast`)
    })
  }

  private async captureWith<Result>(
    document: EngineDocument,
    signal: AbortSignal,
    draw: (process: EngineProcess) => Promise<Result>,
  ): Promise<Result> {
    const kind = this.options.kindOf(document)
    for (let tryNumber = 1; ; tryNumber++) {
      if (signal.aborted) throw new CaptureError('capture_timeout', 'no time was left to begin')
      const line = this.lineOf(kind)
      line.usedAt = performance.now()
      // A document that crashed one process may crash the next: the retry must not fail other captures with it.
      const isAlone = tryNumber > 1
      const run = await this.takeRun(line, { kind, isAlone }, signal)
      try {
        return await run.capture(draw, signal)
      } catch (error) {
        if (!(error instanceof EngineProcessError)) throw error
        if (tryNumber < triesPerCapture && !signal.aborted) continue
        throw new CaptureError(run.isUsable ? 'engine_failed' : 'engine_crashed', error.message, {
          cause: error,
        })
      } finally {
        this.keepSpare(line, kind, run)
      }
    }
  }

  async drawSample(signal: AbortSignal): Promise<number> {
    const kind = this.firstKind
    const line = this.lineOf(kind)
    // No email in the same process may delay it or end its process.
    const run = await this.takeRun(line, { kind, isAlone: true }, signal)
    const startedAt = performance.now()
    try {
      await run.capture((process) => process.draw(this.options.sampleOf(kind), signal), signal)
      return performance.now() - startedAt
    } finally {
      this.keepSpare(line, kind, run)
    }
  }

  /** Ends those of kinds that no capture has asked for, except the first. */
  endIdle(timeoutMs: number): void {
    for (const [kind, line] of this.lines) {
      if (kind === this.firstKind || performance.now() - line.usedAt < timeoutMs) continue
      this.lines.delete(kind)
      for (const run of line.runs) run.retire()
      line.spare?.then((run) => run.retire()).catch(() => undefined)
    }
  }

  /** Gecko never waits for a helper that died: ends processes with a zombie that stays. */
  async endMaimed(): Promise<void> {
    const maimed = await this.zombieWatch.findMaimed(new Set([...this.alive].map(({ pid }) => pid)))
    for (const run of this.alive) if (maimed.has(run.pid)) run.retire()
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.idleCheck)
    // A spare that is still starting is not in `alive` yet.
    await Promise.allSettled([...this.lines.values()].flatMap(({ spare }) => spare ?? []))
    await Promise.all([...this.alive].map((run) => run.kill()))
  }

  private async takeRun(line: Line, wanted: WantedPlace, signal: AbortSignal): Promise<EngineRun> {
    const taking = this.takeFreeRun(line, wanted)
    try {
      return await orAborted(taking, signal)
    } catch (error) {
      // A place may still be reserved after the caller gave up: free it.
      taking.then((run) => run.giveBack()).catch(() => undefined)
      throw error
    }
  }

  private async takeFreeRun(line: Line, { kind, isAlone }: WantedPlace): Promise<EngineRun> {
    for (;;) {
      for (const run of line.runs) if (!run.isUsable) run.retire()
      line.runs = line.runs.filter(({ isUsable }) => isUsable)
      const free = line.runs.find(({ isFree, isIdle }) => isFree && (isIdle || !isAlone))
      if (free) {
        free.take(isAlone)
        return free
      }
      const spare = (line.spare ??= this.startSpare(kind))
      let next: EngineRun
      try {
        next = await spare
      } catch (cause) {
        throw new CaptureError('engine_crashed', 'no process could be started', { cause })
      }
      // Several captures may have waited for this spare; the first moves it into the line.
      if (line.spare === spare) {
        line.runs.push(next)
        line.spare = null
      }
    }
  }

  /** A process that drew alone is one too many beside another with room for any number. */
  private keepSpare(line: Line, kind: string, run: EngineRun): void {
    if (this.isClosed) return
    const hasRoomElsewhere =
      this.options.capacity === Infinity && line.runs.some((other) => other !== run && other.isUsable)
    if (hasRoomElsewhere && run.isIdle) run.retire()
    line.spare ??= this.startSpare(kind)
  }

  private lineOf(kind: string): Line {
    const line = this.lines.get(kind) ?? { runs: [], spare: null, usedAt: performance.now() }
    this.lines.set(kind, line)
    return line
  }

  private startSpare(kind: string): Promise<EngineRun> {
    const starting = this.isClosed
      ? Promise.reject(new Error('the engine is closed'))
      : startWarm(this.options, kind).then((process) => this.keep(process))
    starting.then(
      () => this.failing.delete(kind),
      // The rejection itself goes to the capture that awaits this spare.
      (error: unknown) => {
        if (!this.isClosed) this.options.onStartFailed(error)
        this.tryAgainLater(kind, starting)
      },
    )
    return starting
  }

  /** An unhealthy engine gets no captures that would start a process. */
  private tryAgainLater(kind: string, failed: Promise<EngineRun>): void {
    const line = this.lineOf(kind)
    if (line.spare === failed) line.spare = null
    this.failing.add(kind)
    setTimeout(() => {
      if (!this.isClosed && this.failing.has(kind)) line.spare ??= this.startSpare(kind)
    }, restartIntervalMs).unref()
  }

  private keep(process: EngineProcess): EngineRun {
    const run = new EngineRun(process, this.options.limits, this.options.capacity)
    this.alive.add(run)
    void run.ended.then(() => this.alive.delete(run))
    return run
  }
}
