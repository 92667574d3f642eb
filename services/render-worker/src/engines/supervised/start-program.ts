import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { withinTimeout } from '@pas/runtime/within-timeout'
import { lowerAutogroup } from './lower-autogroup'
import { killProcessGroup, residentBytes } from './process-group'
import { createScratchFolder, removeScratchFolder } from './scratch-folder'

/** How long a first answer may take. A browser takes a second, many while others start beside it. */
export const startTimeoutMs = 60_000

/**
 * Shell script that runs a program and kills its process group when the worker dies in whatever way: its standard input
 * is then a pipe that closes. The shell leads the group and exits with the program.
 */
const endWithUs =
  'exec 3<&0; "$@" 3<&- </dev/null & program=$!; { read -r _; kill -9 -$$; } <&3 & exec 3<&-; wait "$program"'

export interface ProgramPlan {
  /** The engine's name, which its scratch folder's name contains. */
  engine: string
  command: string
  /** Called with the path of the new scratch folder, into which it may write files; returns the program's arguments. */
  args: (scratchFolder: string) => string[]
  /** The program's whole environment; it must hold no secret. */
  environment: Readonly<Record<string, string>>
  /** Niceness of the program and of those that it starts (nice(1)); 0 when not set. */
  niceness?: number | undefined
  /**
   * As for `spawn`. Standard error must be a pipe, which `lastWords` reads. Default: no other pipe but a watched
   * program's standard input.
   */
  stdio?: StdioOptions
  /** For a program that would outlive the worker: it is killed when the worker dies. Its standard input is empty. */
  isWatched?: boolean
}

/** A program in its own process group, with its own scratch folder. */
export interface RunningProgram {
  child: ChildProcess
  /** Also the id of its process group. */
  pid: number
  scratchFolder: string
  exited: Promise<void>
  /** The first 4,000 characters of its standard error. Later ones may contain parts of an email. */
  lastWords(): string
  residentBytes(): Promise<number>
  /** Kills the process group; resolves when its first process has ended and the scratch folder is removed. */
  kill(): Promise<void>
}

/**
 * Starts a program. Rejects with the system's error (such as ENOENT) when it cannot be spawned; its folder is then
 * removed.
 */
export async function startProgram(plan: ProgramPlan): Promise<RunningProgram> {
  const scratchFolder = createScratchFolder(plan.engine)
  const line = [plan.command, ...argumentsIn(scratchFolder, plan)]
  const { niceness = 0 } = plan
  const [command = '', ...args] = [
    // Set before the program starts others, which inherit its niceness.
    ...(niceness > 0 ? ['/usr/bin/nice', '-n', String(niceness)] : []),
    ...(plan.isWatched ? ['/bin/sh', '-c', endWithUs, 'sh'] : []),
    ...line,
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
  const lastWords = readLastWords(child)
  let isReaped = false
  const kill = async (): Promise<void> => {
    // Kill the group again after its first process has ended, as its children may outlive it; but only once, because
    // the kernel may then give the group's id to other processes.
    if (!isReaped && child.pid !== undefined) killProcessGroup(child.pid)
    await exited
    if (!isReaped && child.pid !== undefined) killProcessGroup(child.pid)
    isReaped = true
    removeScratchFolder(scratchFolder)
  }
  try {
    const pid = await spawned(child)
    if (niceness > 0) void lowerAutogroup(pid, niceness)
    return { child, pid, scratchFolder, exited, lastWords, residentBytes: () => residentBytes(pid), kill }
  } catch (error) {
    await kill()
    throw error
  }
}

/** The program's arguments; removes the scratch folder when making them throws. */
function argumentsIn(scratchFolder: string, { args }: ProgramPlan): string[] {
  try {
    return args(scratchFolder)
  } catch (error) {
    removeScratchFolder(scratchFolder)
    throw error
  }
}

/** Resolves as `answer` does; rejects when it does not come within `startTimeoutMs`. */
export function withinStartTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return withinTimeout(answer, startTimeoutMs, () => {
    throw new Error(`no answer in ${startTimeoutMs} ms`)
  })
}

function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
}

function readLastWords(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    if (text.length < 4_000) text += chunk.toString()
  })
  return () => text.trim()
}
