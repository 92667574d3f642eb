import { CaptureError } from '../../errors'
import type { Engine, EngineDocument, Picture } from '../engine'
import { EngineProcessError, type EngineProcess } from './engine-process'
import { EngineRun, type RecycleLimits } from './engine-run'
import { orAborted } from './or-aborted'
import { removeAbandonedScratchFolders } from './scratch-folder'

/** How long until a process that would not start is tried again without being asked for. */
const restartIntervalMs = 3_000

/** Processes of a kind that nobody asked for so long are ended, but for those of the first kind. */
const idleTimeoutMs = 10 * 60_000

/** A second try inside one capture: "Unable to capture screenshot" and the like are seldom and do not repeat. */
const triesPerCapture = 2

export interface SupervisedEngineOptions {
  name: string
  /**
   * What a process must have been started with to draw this document; processes of one kind stand in for each other. Throws a
   * `CaptureError` for a document the engine cannot draw.
   */
  kindOf: (document: EngineDocument) => string
  /** Starts a process of this kind; rejects with an `EngineStartError`. */
  start: (kind: string) => Promise<EngineProcess>
  /** How many captures one process takes at a time. */
  capacity: number
  limits: RecycleLimits
  /** Told of each start that failed, but for the first. */
  onStartFailed: (error: unknown) => void
}

/** The processes of one kind: those that draw, and the spare that is ready to follow, so that no capture waits for a start. */
interface Line {
  runs: EngineRun[]
  /** When a capture was last asked for, as `performance.now()` counts. */
  usedAt: number
  /** Null until it is worth having one: when the first capture is done, it takes no time from it. */
  spare: Promise<EngineRun> | null
}

interface WantedPlace {
  kind: string
  /** In a process that has nothing else to do. */
  isAlone: boolean
}

/** An engine of processes that are replaced when they have done their share, fail, hang or die. */
export class SupervisedEngine implements Engine {
  readonly name: string
  private readonly lines = new Map<string, Line>()
  private readonly alive = new Set<EngineRun>()
  /** Kinds whose last start failed. */
  private readonly failing = new Set<string>()
  private readonly idleCheck = setInterval(() => this.endIdle(idleTimeoutMs), idleTimeoutMs / 10).unref()
  private isClosed = false

  private constructor(
    private readonly options: SupervisedEngineOptions,
    private readonly firstKind: string,
    readonly version: string,
  ) {
    this.name = options.name
  }

  /**
   * Starts a process of this kind, which proves that the engine runs here, and a spare for it. Rejects with the `EngineStartError` of its
   * second try: of programs this large, one start in some dozens ends in a crash.
   */
  static async start(options: SupervisedEngineOptions, firstKind: string): Promise<SupervisedEngine> {
    removeAbandonedScratchFolders()
    const first = await options.start(firstKind).catch(() => options.start(firstKind))
    const engine = new SupervisedEngine(options, firstKind, first.version)
    const line = engine.lineOf(firstKind)
    line.runs.push(engine.keep(first))
    line.spare = engine.startSpare(firstKind)
    return engine
  }

  /** The process groups of its processes, for whoever wants to look at them. */
  get processGroupIds(): number[] {
    return [...this.alive].filter(({ isUsable }) => isUsable).map(({ pid }) => pid)
  }

  get isHealthy(): boolean {
    return [...this.failing].every((kind) => this.lines.get(kind)?.runs.some(({ isUsable }) => isUsable))
  }

  async capture(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture> {
    const kind = this.options.kindOf(document)
    for (let tryNumber = 1; ; tryNumber++) {
      if (signal.aborted) throw new CaptureError('capture_timeout', 'no time was left to begin')
      const line = this.lineOf(kind)
      line.usedAt = performance.now()
      // What ended a process may end the next; it must not take its neighbours along twice.
      const isAlone = tryNumber > 1
      const run = await this.takeRun(line, { kind, isAlone }, signal)
      try {
        return await run.capture(document, signal, owner)
      } catch (error) {
        if (!(error instanceof EngineProcessError)) throw error
        if (tryNumber < triesPerCapture && !signal.aborted) continue
        throw new CaptureError(run.isUsable ? 'engine_failed' : 'engine_crashed', error.message, {
          cause: error,
        })
      } finally {
        if (!this.isClosed) line.spare ??= this.startSpare(kind)
      }
    }
  }

  /** Ends the processes of kinds that nobody asked for so long, which is longer than any capture takes; those of the first kind stay. */
  endIdle(timeoutMs: number): void {
    for (const [kind, line] of this.lines) {
      if (kind === this.firstKind || performance.now() - line.usedAt < timeoutMs) continue
      this.lines.delete(kind)
      for (const run of line.runs) run.retire()
      line.spare?.then((run) => run.retire()).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.idleCheck)
    // One that is only just starting is not among them yet.
    await Promise.allSettled([...this.lines.values()].flatMap(({ spare }) => spare ?? []))
    await Promise.all([...this.alive].map((run) => run.kill()))
  }

  /** A place in a run that has one, or in the spare. Rejects with `capture_timeout` when `signal` aborts before there is one. */
  private async takeRun(line: Line, wanted: WantedPlace, signal: AbortSignal): Promise<EngineRun> {
    const taking = this.takeFreeRun(line, wanted)
    try {
      return await orAborted(taking, signal)
    } catch (error) {
      // It may still come, for nobody.
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
      // Of several that waited, the first has put it in place.
      if (line.spare === spare) {
        line.runs.push(next)
        line.spare = null
      }
    }
  }

  private lineOf(kind: string): Line {
    const line = this.lines.get(kind) ?? { runs: [], spare: null, usedAt: performance.now() }
    this.lines.set(kind, line)
    return line
  }

  private startSpare(kind: string): Promise<EngineRun> {
    const starting = this.isClosed
      ? Promise.reject(new Error('the engine is closed'))
      : this.options.start(kind).then((process) => this.keep(process))
    starting.then(
      () => this.failing.delete(kind),
      // Whoever waits for it meets the failure.
      (error: unknown) => {
        if (!this.isClosed) this.options.onStartFailed(error)
        this.tryAgainLater(kind, starting)
      },
    )
    return starting
  }

  /** Nothing is asked of an engine that says it cannot, so it must find out by itself when it can again. */
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
