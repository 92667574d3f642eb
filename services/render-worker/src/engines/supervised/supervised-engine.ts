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

/** How long after a failed start the engine tries again by itself. */
const restartIntervalMs = 3_000

/** Processes of other kinds than the first end after this time without a capture. */
const idleTimeoutMs = 10 * 60_000
const idleCheckMs = 10_000
const zombieCheckMs = 60_000

/** Failures such as Chromium's "Unable to capture screenshot" are rare and do not repeat. */
const triesPerCapture = 2

/** The processes of one kind. */
interface Pool {
  runs: EngineRun[]
  /** When a capture last asked for it, by `performance.now()`. */
  usedAt: number
  /** Started ahead of need, at the end of a capture, which it would slow down. */
  spare: Promise<EngineRun> | null
}

interface WantedPlace {
  kind: string
  /** Asks for an idle process, which then takes no other capture. */
  isAlone: boolean
  document?: EngineDocument
  /** See `EngineProcess.hasPageOf`. */
  owner?: string | undefined
}

/** Replaces processes that reach limits, fail, hang or die. */
export class SupervisedEngine implements Engine {
  readonly name: string
  readonly isSlowAtFirst: boolean
  private readonly pools = new Map<string, Pool>()
  private readonly alive = new Set<EngineRun>()
  private readonly failingKinds = new Set<string>()
  private readonly idleCheck = setInterval(() => this.endIdle(idleTimeoutMs), idleCheckMs).unref()
  private readonly zombieCheck = setInterval(() => void this.endWithZombies(), zombieCheckMs).unref()
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

  /** Tries twice, because such programs crash in one of some dozens of starts. Rejects with an `EngineStartError`. */
  static async start(options: SupervisedEngineOptions, firstKind: string): Promise<SupervisedEngine> {
    removeAbandonedScratchFolders()
    const first = await options.start(firstKind).catch(() => options.start(firstKind))
    const engine = new SupervisedEngine(options, firstKind, first.version)
    const pool = engine.poolOf(firstKind)
    pool.runs.push(engine.supervise(first))
    pool.spare = engine.startSpare(firstKind)
    return engine
  }

  /** Used by tests and measurements only. */
  get processGroupIds(): number[] {
    return [...this.alive].filter(({ isUsable }) => isUsable).map(({ pid }) => pid)
  }

  get isHealthy(): boolean {
    return [...this.failingKinds].every((kind) => this.pools.get(kind)?.runs.some(({ isUsable }) => isUsable))
  }

  capture(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture> {
    return this.captureWith({ document, owner }, signal, (process) => process.draw(document, signal, owner))
  }

  measureContrast(
    document: EngineDocument,
    judge: JudgeContrast,
    signal: AbortSignal,
    owner?: string,
  ): Promise<MeasuredTexts> {
    return this.captureWith({ document, owner }, signal, (process) => {
      if (process.measureContrast) return process.measureContrast(document, judge, owner)
      throw new CaptureError('unsupported_document', `${this.name} measures no contrast`)
    })
  }

  private async captureWith<Result>(
    wanted: { document: EngineDocument; owner: string | undefined },
    signal: AbortSignal,
    draw: (process: EngineProcess) => Promise<Result>,
  ): Promise<Result> {
    const kind = this.options.kindOf(wanted.document)
    for (let tryNumber = 1; ; tryNumber++) {
      if (signal.aborted) throw new CaptureError('capture_timeout', 'no time was left to begin')
      const pool = this.poolOf(kind)
      pool.usedAt = performance.now()
      // A document that crashed one process may crash the next: the retry must not fail other captures with it.
      const isAlone = tryNumber > 1
      const run = await this.takeRun(pool, { ...wanted, kind, isAlone }, signal)
      try {
        return await run.capture(draw, signal)
      } catch (error) {
        if (!(error instanceof EngineProcessError)) throw error
        if (tryNumber < triesPerCapture && !signal.aborted) continue
        throw new CaptureError(run.isUsable ? 'engine_failed' : 'engine_crashed', error.message, {
          cause: error,
        })
      } finally {
        this.keepSpare(pool, kind, run)
      }
    }
  }

  async drawSample(signal: AbortSignal): Promise<number> {
    const kind = this.firstKind
    const pool = this.poolOf(kind)
    // No email in the same process may delay it or end its process.
    const run = await this.takeRun(pool, { kind, isAlone: true }, signal)
    const startedAt = performance.now()
    try {
      await run.capture((process) => process.draw(this.options.sampleOf(kind), signal), signal)
      return performance.now() - startedAt
    } finally {
      this.keepSpare(pool, kind, run)
    }
  }

  /** Ends processes that are not used, except one of the first kind. */
  endIdle(timeoutMs: number, extraMs = this.options.extraIdleMs ?? timeoutMs): void {
    for (const [kind, pool] of this.pools) {
      for (const run of pool.runs.slice(1))
        if (run.isIdle && performance.now() - run.usedAt >= extraMs) run.retire()
      if (kind === this.firstKind || performance.now() - pool.usedAt < timeoutMs) continue
      this.pools.delete(kind)
      for (const run of pool.runs) run.retire()
      pool.spare?.then((run) => run.retire()).catch(() => undefined)
    }
  }

  /** Gecko never waits for a helper that died: ends processes with a zombie that stays. */
  async endWithZombies(): Promise<void> {
    const withZombies = await this.zombieWatch.findWithZombies(new Set([...this.alive].map(({ pid }) => pid)))
    for (const run of this.alive) if (withZombies.has(run.pid)) run.retire()
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.idleCheck)
    clearInterval(this.zombieCheck)
    // A spare that is still starting is not in `alive` yet.
    await Promise.allSettled([...this.pools.values()].flatMap(({ spare }) => spare ?? []))
    await Promise.all([...this.alive].map((run) => run.kill()))
  }

  private async takeRun(pool: Pool, wanted: WantedPlace, signal: AbortSignal): Promise<EngineRun> {
    const taking = this.takeFreeRun(pool, wanted)
    try {
      return await orAborted(taking, signal)
    } catch (error) {
      // A place may still be reserved after the caller gave up: free it.
      taking.then((run) => run.giveBack()).catch(() => undefined)
      throw error
    }
  }

  private async takeFreeRun(pool: Pool, wanted: WantedPlace): Promise<EngineRun> {
    const { kind, isAlone, document, owner } = wanted
    for (;;) {
      for (const run of pool.runs) if (!run.isUsable) run.retire()
      pool.runs = pool.runs.filter(({ isUsable }) => isUsable)
      const places = pool.runs.filter(({ isFree, isIdle }) => isFree && (isIdle || !isAlone))
      const free = places.find((run) => document && owner && run.hasPageOf(document, owner)) ?? places[0]
      if (free) {
        free.take(isAlone)
        return free
      }
      const spare = (pool.spare ??= this.startSpare(kind))
      let next: EngineRun
      try {
        next = await spare
      } catch (cause) {
        throw new CaptureError('engine_crashed', 'no process could be started', { cause })
      }
      // Several captures may have waited for this spare; the first moves it into the pool.
      if (pool.spare === spare) {
        pool.runs.push(next)
        pool.spare = null
      }
    }
  }

  /** Starts a spare. Ends a process that drew alone if another one has room for any number of captures. */
  private keepSpare(pool: Pool, kind: string, run: EngineRun): void {
    if (this.isClosed) return
    const hasRoomElsewhere =
      this.options.capacity === Infinity && pool.runs.some((other) => other !== run && other.isUsable)
    if (hasRoomElsewhere && run.isIdle) run.retire()
    pool.spare ??= this.startSpare(kind)
  }

  private poolOf(kind: string): Pool {
    const pool = this.pools.get(kind) ?? { runs: [], spare: null, usedAt: performance.now() }
    this.pools.set(kind, pool)
    return pool
  }

  private startSpare(kind: string): Promise<EngineRun> {
    const starting = this.isClosed
      ? Promise.reject(new Error('the engine is closed'))
      : startWarm(this.options, kind).then((process) => this.supervise(process))
    starting.then(
      () => this.failingKinds.delete(kind),
      // The rejection itself goes to the capture that awaits this spare.
      (error: unknown) => {
        if (!this.isClosed) this.options.onStartFailed(error)
        this.tryAgainLater(kind, starting)
      },
    )
    return starting
  }

  /** Nothing else would start a process: an unhealthy engine gets no captures. */
  private tryAgainLater(kind: string, failed: Promise<EngineRun>): void {
    const pool = this.poolOf(kind)
    if (pool.spare === failed) pool.spare = null
    this.failingKinds.add(kind)
    setTimeout(() => {
      if (!this.isClosed && this.failingKinds.has(kind)) pool.spare ??= this.startSpare(kind)
    }, restartIntervalMs).unref()
  }

  private supervise(process: EngineProcess): EngineRun {
    const run = new EngineRun(process, this.options.limits, this.options.capacity)
    this.alive.add(run)
    void run.ended.then(() => this.alive.delete(run))
    return run
  }
}
