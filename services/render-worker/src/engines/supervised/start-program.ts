import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { withinTimeout } from '@pas/runtime/within-timeout'
import { killProcessGroup, residentBytes } from './process-group'
import { createScratchFolder, removeScratchFolder } from './scratch-folder'

/** How long a program may take to answer for the first time: a browser takes a second, and many times that beside others that start. */
export const startTimeoutMs = 60_000

/**
 * Ends the program with us, for one that would live on: standard input is a pipe that closes when we die, whichever way. The shell
 * leads the group, so the program's own end is the group's.
 */
const endWithUs =
  'exec 3<&0; "$@" 3<&- </dev/null & program=$!; { read -r _; kill -9 -$$; } <&3 & exec 3<&-; wait "$program"'

export interface ProgramPlan {
  /** Whose it is; names its scratch folder. */
  engine: string
  command: string
  /** Given the scratch folder, which it may fill before. */
  args: (scratchFolder: string) => string[]
  /** All the program sees of our environment: nothing of it may be secret. */
  environment: Readonly<Record<string, string>>
  /** From standard output on; standard error is read here. */
  stdio?: StdioOptions
  /** The program does not notice by itself that we are gone. Its standard input is empty then. */
  isWatched?: boolean
}

/** A program in a process group of its own, with a folder of its own. */
export interface RunningProgram {
  child: ChildProcess
  /** Also the id of its process group. */
  pid: number
  scratchFolder: string
  exited: Promise<void>
  /** What it wrote to standard error first; later output may speak of an email and is dropped. */
  lastWords(): string
  residentBytes(): Promise<number>
  /** Ends the whole group at once; resolves when it is gone and its folder is removed. */
  kill(): Promise<void>
}

/** Starts a program. Rejects with the system's error when there is none to start, its folder removed. */
export async function startProgram(plan: ProgramPlan): Promise<RunningProgram> {
  const scratchFolder = createScratchFolder(plan.engine)
  const line = [plan.command, ...argumentsIn(scratchFolder, plan)]
  const [command = '', ...args] = plan.isWatched ? ['/bin/sh', '-c', endWithUs, 'sh', ...line] : line
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
    // Once more after its first process has gone: that one's children may outlive it. Never again: the id is free then.
    if (!isReaped && child.pid !== undefined) killProcessGroup(child.pid)
    await exited
    if (!isReaped && child.pid !== undefined) killProcessGroup(child.pid)
    isReaped = true
    removeScratchFolder(scratchFolder)
  }
  try {
    const pid = await spawned(child)
    return { child, pid, scratchFolder, exited, lastWords, residentBytes: () => residentBytes(pid), kill }
  } catch (error) {
    await kill()
    throw error
  }
}

/** Its folder is removed when it cannot be filled. */
function argumentsIn(scratchFolder: string, { args }: ProgramPlan): string[] {
  try {
    return args(scratchFolder)
  } catch (error) {
    removeScratchFolder(scratchFolder)
    throw error
  }
}

/** Rejects when the first answer is late. */
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
