import { ConfigError } from '@pas/runtime/config'
import { clone } from './clone'
import { progress, StackError } from './progress'
import { startStack } from './start-stack'
import { readStackOptions } from './stack-options'

/**
 * npm passes on the Ctrl-C that the terminal has sent us already; a second one by hand comes later, and means at once.
 */
const sameKeypressMs = 1_000
const parentCheckIntervalMs = 1_000

async function main(): Promise<void> {
  const stack = startStack(readStackOptions(process.argv.slice(2), process.env, clone), clone)
  // A terminal or a pipe that went away is no reason to leave processes behind.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  const stopped = new Promise<'stopped'>((resolve) => {
    let stoppingSince: number | null = null
    const stop = (): void => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > sameKeypressMs) stack.kill()
        return
      }
      stoppingSince = performance.now()
      progress('stopping')
      void stack.stop().then(() => {
        resolve('stopped')
      })
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    // An npm that was killed can pass nothing on.
    const parent = process.ppid
    if (process.env.npm_lifecycle_event !== undefined)
      setInterval(() => {
        if (process.ppid !== parent && stoppingSince === null) stop()
      }, parentCheckIntervalMs).unref()
  })
  try {
    // Once stopping has begun, whatever start-up runs into is its consequence.
    const outcome = await Promise.race([stack.ready, stopped])
    if (outcome !== 'stopped') process.stdout.write('ready\n')
  } catch (error) {
    await stack.stop()
    throw error
  }
  await stopped
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isSaid = error instanceof StackError || error instanceof ConfigError
    const text = isSaid ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`\n${text}\n`)
    process.exit(1)
  },
)
