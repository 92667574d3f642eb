import { withinTimeout } from '@pas/runtime/within-timeout'
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { killProcessGroup, residentBytes } from './process-group'
import { createScratchFolder, removeScratchFolder } from './scratch-folder'

/** A browser takes a second to its first answer, many while others start. */
export const startTimeoutMs = 60_000

/**
 * Kills its process group when the worker dies in whatever way: standard input then closes. The shell leads the group
 * and exits with the program.
 */
const endWithUs =
  'exec 3<&0; "$@" 3<&- </dev/null & program=$!; { read -r _; kill -9 -$$; } <&3 & exec 3<&-; wait "$program"'

export interface ProgramPlan {
  engine: string
  command: string
  args: (scratchFolder: string) => string[]
  /** Must hold no secrets. */
  environment: Readonly<Record<string, string>>
  /** See nice(1); 0 when not set. */
  niceness?: number | undefined
  /** `errorOutput` needs a pipe for standard error. */
  stdio?: StdioOptions
  /** Killed when the worker dies, which it would otherwise outlive. Its standard input is empty. */
  isWatched?: boolean
}

export interface RunningProgram {
  child: ChildProcess
  pid: number
  scratchFolder: string
  exited: Promise<void>
  /** The first 4,000 characters of standard error; later ones may contain parts of an email. */
  errorOutput(): string
  residentBytes(): Promise<number>
  /** Resolves when the group's first process has ended and the scratch folder is removed. */
  kill(): Promise<void>
}

/** Rejects with the system's error (such as ENOENT) when it cannot be spawned. */
export async function startProgram(plan: ProgramPlan): Promise<RunningProgram> {
  const scratchFolder = createScratchFolder(plan.engine)
  const commandLine = [plan.command, ...argumentsIn(scratchFolder, plan)]
  const { niceness = 0 } = plan
  const [command = '', ...args] = [
    // Programs that it starts inherit its niceness.
    ...(niceness > 0 ? ['/usr/bin/nice', '-n', String(niceness)] : []),
    ...(plan.isWatched ? ['/bin/sh', '-c', endWithUs, 'sh'] : []),
    ...commandLine,
  ]
  const child = spawn(command, args, {
    stdio: plan.stdio ?? [plan.isWatched ? 'pipe' : 'ignore', 'ignore', 'pipe'],
    detached: true,
    env: plan.environment,
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.stdin?.on('error', () => undefined)
  const errorOutput = readErrorOutput(child)
  let isReaped = false
  const kill = async (): Promise<void> => {
    // Its children may outlive the first process: kill again, but once, as the kernel may then give the group's id to
    // others.
    if (!isReaped && child.pid !== undefined) killProcessGroup(child.pid)
    await exited
    if (!isReaped && child.pid !== undefined) killProcessGroup(child.pid)
    isReaped = true
    removeScratchFolder(scratchFolder)
  }
  try {
    const pid = await untilSpawned(child)
    if (niceness > 0) void lowerAutogroup(pid, niceness)
    return { child, pid, scratchFolder, exited, errorOutput, residentBytes: () => residentBytes(pid), kill }
  } catch (error) {
    await kill()
    throw error
  }
}

function argumentsIn(scratchFolder: string, { args }: ProgramPlan): string[] {
  try {
    return args(scratchFolder)
  } catch (error) {
    removeScratchFolder(scratchFolder)
    throw error
  }
}

export function withinStartTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return withinTimeout(answer, startTimeoutMs, () => {
    throw new Error(`no answer in ${startTimeoutMs} ms`)
  })
}

function untilSpawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
}

function readErrorOutput(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    if (text.length < 4_000) text += chunk.toString()
  })
  return () => text.trim()
}

const autogroupTries = 10
/** The kernel accepts one change of an autogroup in 100 ms, and answers others with EAGAIN. */
const autogroupRetryMs = 150

/**
 * Where the kernel shares processors among sessions first ("autogroup", sched(7)), a process's niceness counts only
 * within its session. Never rejects.
 */
async function lowerAutogroup(pid: number, niceness: number): Promise<void> {
  for (let tryNumber = 1; tryNumber <= autogroupTries; tryNumber++) {
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
    await delay(autogroupRetryMs, undefined, { ref: false })
  }
}
