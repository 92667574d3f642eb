import { spawn, type ChildProcess } from 'node:child_process'
import { spawnIdentity, type Identity } from '@pas/engine-programs/identity'
import { logInFile, shownLog, type ProcessLog } from './process-log'
import { endProcessGroup, forgetProcess, recordProcess, signalGroup, type StopSignal } from './process-record'
import { progress, StackError } from './progress'

export interface ProcessPlan {
  /** Unique in the stack, e.g. `api-2`; also names its log and record. */
  name: string
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  folder: string
  identity: Identity
  /** Null: shown on our own standard output. */
  logFolder: string | null
  recordFolder: string
  stopSignal: StopSignal
  /** From `stopSignal` to SIGKILL. */
  stopGraceMs: number
  /** Stops waiting when `signal` aborts. */
  untilReady: (signal: AbortSignal) => Promise<void>
}

/** A store gets nothing of our environment. */
export const storePath = '/usr/local/bin:/usr/bin:/bin'

export type OnChange = (name: string, event: 'died' | 'restarted') => void

const firstBackoffMs = 250
const maxBackoffMs = 10_000
/** One that ran this long is not in a crash loop: it is restarted after the first back-off again. */
const steadyAfterMs = 30_000
const sayWaitingMs = 10_000

/** Restarted with back-off when it dies, until it is stopped. */
export class SupervisedProcess {
  private child: ChildProcess | null = null
  private isStopping = false
  private restartTimer: NodeJS.Timeout | null = null
  private backoffMs = firstBackoffMs
  private readonly log: ProcessLog

  constructor(
    private readonly plan: ProcessPlan,
    private readonly onChange: OnChange,
  ) {
    this.log = plan.logFolder === null ? shownLog(plan.name) : logInFile(plan.logFolder, plan.name)
  }

  get name(): string {
    return this.plan.name
  }

  /** Null while it does not run. */
  get pid(): number | null {
    return this.child?.pid ?? null
  }

  /** Resolves when it is ready. Rejects with a `StackError` when it dies before, or takes longer than `timeoutMs`. */
  async start(timeoutMs: number): Promise<void> {
    const child = this.spawn()
    const givenUp = new AbortController()
    const died = new Promise<never>((_resolve, reject) => {
      child.once('exit', (code, signal) => {
        reject(this.failure(`ended at once (${signal ?? `exit ${code}`})`))
      })
      child.once('error', (error) => {
        reject(this.failure(`could not be started (${error.message})`))
      })
    })
    const saying = setInterval(() => {
      progress(`waiting for ${this.name}; its log is ${this.log.place}`)
    }, sayWaitingMs)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(this.failure(`was not ready after ${timeoutMs / 1000} s`))
      }, timeoutMs)
    })
    try {
      await Promise.race([this.plan.untilReady(givenUp.signal), died, late])
    } finally {
      clearTimeout(timer)
      clearInterval(saying)
      givenUp.abort()
      died.catch(() => undefined)
    }
    if (this.child !== child) throw this.failure('ended at once')
    this.keepAlive(child)
  }

  async stop(): Promise<void> {
    this.isStopping = true
    if (this.restartTimer) clearTimeout(this.restartTimer)
    const { child } = this
    if (child?.pid !== undefined) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      await endProcessGroup(child.pid, this.plan.stopSignal, this.plan.stopGraceMs)
      // `endProcessGroup` resolves while the process may still be a zombie: wait until Node has reaped it.
      await exited
    }
    forgetProcess(this.plan.recordFolder, this.plan.name)
  }

  kill(): void {
    if (this.pid !== null) signalGroup(this.pid, 'SIGKILL')
  }

  private spawn(): ChildProcess {
    const { command, args, folder, env, identity } = this.plan
    const child = this.log.attach((output) =>
      spawn(command, args, {
        cwd: folder,
        env,
        // In its own process group, so that Ctrl-C reaches only this supervisor, which then stops everything in order.
        detached: true,
        stdio: ['ignore', output, output],
        ...spawnIdentity(identity),
      }),
    )
    this.child = child
    if (child.pid !== undefined)
      recordProcess(this.plan.recordFolder, this.plan.name, child.pid, this.plan.stopSignal)
    child.once('exit', () => {
      if (this.child === child) this.child = null
    })
    child.once('error', () => {
      if (this.child === child) this.child = null
    })
    return child
  }

  private keepAlive(child: ChildProcess): void {
    const startedAt = Date.now()
    const restart = (): void => {
      if (this.isStopping) return
      if (Date.now() - startedAt > steadyAfterMs) this.backoffMs = firstBackoffMs
      this.onChange(this.name, 'died')
      this.restartTimer = setTimeout(() => {
        this.keepAlive(this.spawn())
        this.onChange(this.name, 'restarted')
      }, this.backoffMs)
      this.backoffMs = Math.min(this.backoffMs * 2, maxBackoffMs)
    }
    child.once('exit', restart)
    child.once('error', () => {
      if (child.pid === undefined) restart()
    })
  }

  private failure(what: string): StackError {
    return new StackError(`${this.name} ${what}; the end of its log (${this.log.place}):\n${this.log.end()}`)
  }
}
