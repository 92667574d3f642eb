import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { spawnIdentity, type Identity } from '@pas/engine-programs/identity'
import { signalGroup } from './process-record'
import { programEnvironment } from './program-environment'

interface ProgramOptions {
  /** Ends the program when it aborts. */
  signal: AbortSignal
  folder?: string
  /** Left out: what `programEnvironment` leaves of our own environment. */
  env?: NodeJS.ProcessEnv
  /** Left out: our own user. */
  identity?: Identity
}

/** What a program printed, and its exit status; null after a signal, or when it could not be started. */
interface Finished {
  status: number | null
  stdout: string
  /** The reason when it could not be started. */
  stderr: string
}

/**
 * Runs a program, such as a download, to its end without blocking. When `signal` aborts it gets SIGINT, as from Ctrl-C,
 * and the promise rejects with the signal's reason once the program has ended: apt-get stops a download at once, but
 * finishes what dpkg has begun.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { signal, folder, env, identity }: ProgramOptions,
): Promise<Finished> {
  signal.throwIfAborted()
  const child = spawn(command, args, {
    cwd: folder,
    env: env ?? programEnvironment(),
    // In a process group of its own: the terminal's Ctrl-C must not reach dpkg, which would leave a package half
    // unpacked.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(identity && spawnIdentity(identity)),
  })
  const interrupt = (): void => void child.kill('SIGINT')
  signal.addEventListener('abort', interrupt)
  // What the program started may hold its output open.
  child.once('exit', () => {
    if (signal.aborted && child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
  })
  try {
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    signal.throwIfAborted()
    return { status, stdout, stderr }
  } catch (error) {
    signal.throwIfAborted()
    return { status: null, stdout: '', stderr: (error as Error).message }
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}
