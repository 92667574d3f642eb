import { spawnIdentity, type Identity } from '@pas/engine-programs/identity'
import { runProgram as run } from '../../../bin/run-program.cjs'
import { programEnvironment } from './program-environment'

interface ProgramOptions {
  signal: AbortSignal
  folder?: string
  /** Default: what `programEnvironment` leaves of our own. */
  env?: NodeJS.ProcessEnv
  identity?: Identity
}

/** For programs of the system, such as a download. */
export const runProgram = (
  command: string,
  args: readonly string[],
  { signal, folder, env, identity }: ProgramOptions,
): ReturnType<typeof run> =>
  run(command, args, {
    signal,
    cwd: folder,
    env: env ?? programEnvironment(),
    ...(identity && spawnIdentity(identity)),
  })
