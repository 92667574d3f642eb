import { spawn } from 'node:child_process'
import path from 'node:path'
import { clone } from '@pas/stack/clone'
import { spawnIdentity } from '@pas/engine-programs/identity'
import { progress } from '@pas/stack/progress'
import { onStopSignals } from '@pas/stack/stop-signals'
import { benchCommand, prepareBench } from './prepare-bench'
import { jestCommand, prepareTests } from './prepare-tests'
import type { Preparation, Prepared } from './prepared'
import { exitWith } from '@pas/stack/exit-with'

/**
 * Arguments: `jest [--long] [--install-engines] [jest's own]`, or `bench NAME [its own]`. Starts the stores or the
 * stack, runs it, and removes them again. Resolves to the exit code.
 */
async function main(): Promise<number> {
  const [kind, ...args] = process.argv.slice(2)
  const { prepared, command } = planRun(kind, args)
  const interrupted = new Promise<number>((resolve) => {
    onStopSignals({
      stop: () => {
        resolve(130)
      },
      kill: () => {
        prepared.kill()
        process.exit(130)
      },
    })
  })
  try {
    const work = prepared.ready.then((ready) => run(command(ready, args), ready))
    return await Promise.race([work, interrupted])
  } finally {
    await prepared.stop()
  }
}

/** `command`: Node's arguments for the run. */
function planRun(
  kind: string | undefined,
  args: readonly string[],
): { prepared: Preparation; command: (ready: Prepared, args: readonly string[]) => string[] } {
  if (kind === 'jest') return { prepared: prepareTests(args, process.env, clone), command: jestCommand }
  return { prepared: prepareBench(args[0], process.env, clone), command: benchCommand }
}

function run(args: string[], { home, identity, env }: Prepared): Promise<number> {
  progress(`running ${path.basename(args[0] ?? '')} ${args.slice(1).join(' ')}`)
  return new Promise((resolve, reject) => {
    const child = spawn(home.node, args, {
      cwd: home.tree,
      env,
      stdio: 'inherit',
      ...spawnIdentity(identity),
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      resolve(code ?? 1)
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal))
  })
}

exitWith(main())
