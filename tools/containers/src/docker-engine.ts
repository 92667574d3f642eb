import { spawn, spawnSync } from 'node:child_process'
import { programEnvironment } from '@pas/stack/program-environment'

/** A Docker engine, and how a process of this machine reaches it. */
export interface DockerEngine {
  /** The command before a program that is to reach the engine by `docker`, and that runs in the clone; may be empty. */
  inside: readonly string[]
  /** The command before a program that is to reach the published ports; empty when every program reaches them. */
  inNetwork: readonly string[]
  /** Whether it is ours: it has no image but those that were made for it, and reaches no registry. */
  isOwn: boolean
  /** Ends it, if it is ours, with everything that it runs. */
  stop(): Promise<void>
}

/** The engine that answers on this machine, as `docker` on PATH finds it; null without one. */
export function findDockerEngine(): DockerEngine | null {
  const { status } = spawnSync('docker', ['version'], { stdio: 'ignore' })
  return status === 0 ? { inside: [], inNetwork: [], isOwn: false, stop: () => Promise.resolve() } : null
}

/**
 * Runs a command and shows what it prints. Resolves to its exit status, null after a signal. When `signal` aborts, it gets
 * SIGINT.
 */
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
