import { spawn, spawnSync } from 'node:child_process'
import { programEnvironment } from '@pas/stack/program-environment'

export interface DockerEngine {
  /** Command before a program that uses `docker`; it then runs in the clone. May be empty. */
  inside: readonly string[]
  /** Command before a program that needs the published ports. May be empty. */
  inNetwork: readonly string[]
  /** Ours: it has only images made for it, and reaches no registry. */
  isOwn: boolean
  stop(): Promise<void>
}

export function findDockerEngine(): DockerEngine | null {
  const { status } = spawnSync('docker', ['version'], { stdio: 'ignore' })
  return status === 0 ? { inside: [], inNetwork: [], isOwn: false, stop: () => Promise.resolve() } : null
}

/** Resolves to the exit status; null after a signal. When `signal` aborts, the command gets SIGINT. */
export function runShown(
  [program = '', ...args]: readonly string[],
  { signal, env }: { signal: AbortSignal; env?: NodeJS.ProcessEnv },
): Promise<number | null> {
  signal.throwIfAborted()
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: env ?? programEnvironment(),
  })
  const interrupt = (): void => void child.kill('SIGINT')
  signal.addEventListener('abort', interrupt)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      signal.removeEventListener('abort', interrupt)
      resolve(code)
    })
  })
}
