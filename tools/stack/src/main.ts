import { ConfigError } from '@pas/runtime/config'
import { clone } from './clone'
import { progress, StackError } from './progress'
import { startStack } from './start-stack'
import { readStackOptions } from './stack-options'

/**
 * After Ctrl-C the signal comes twice: from the terminal and from npm. Within this time it is the same key press; a
 * later signal is a second Ctrl-C, which kills everything at once.
 */
const sameKeypressMs = 1_000
const parentCheckIntervalMs = 1_000

async function main(): Promise<void> {
  const stack = startStack(readStackOptions(process.argv.slice(2), process.env, clone), clone)
  // Ignore write errors when the terminal or pipe has closed: they would end this process and leave its children
  // behind.
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
    // A killed npm passes on no signal: stop when our parent process changes.
    const parent = process.ppid
    if (process.env.npm_lifecycle_event !== undefined)
      setInterval(() => {
        if (process.ppid !== parent && stoppingSince === null) stop()
      }, parentCheckIntervalMs).unref()
  })
  try {
    // An error of the start-up after stopping has begun is a consequence of that, and ignored.
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
