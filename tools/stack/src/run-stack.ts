import { constants } from 'node:os'
import type { Stack } from './start-stack'
import { onStopSignals, type StopSignalName } from './stop-signals'

const parentCheckIntervalMs = 1_000

/**
 * Until a signal stops the stack. Resolves to the exit code: 128 + the signal's number, as shells have it; 0 when a
 * ready stack was told to end by anything but Ctrl-C. `describe`: what to print when it is ready.
 */
export async function runStack<Made>(
  start: () => Stack<Made>,
  describe: (ready: Awaited<Stack<Made>['ready']>) => string,
  isStartedByNpm = false,
): Promise<number> {
  // Ignore write errors when the terminal or pipe has closed: they would end this process and leave its children
  // behind.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  const stack = start()
  let isReady = false
  let isStopping = false
  const stopped = new Promise<number>((resolve) => {
    const codeOf = (name: StopSignalName): number =>
      isReady && name !== 'SIGINT' ? 0 : 128 + constants.signals[name]
    let code = 0
    const request = onStopSignals({
      stop: (name) => {
        isStopping = true
        code = codeOf(name)
        void stack.stop().then(() => {
          resolve(code)
        })
      },
      kill: () => {
        stack.kill()
        process.exit(code)
      },
    })
    // A killed npm passes on no signal: stop when our parent process changes.
    const parent = process.ppid
    if (isStartedByNpm)
      setInterval(() => {
        if (process.ppid !== parent && !isStopping) request('SIGHUP')
      }, parentCheckIntervalMs).unref()
  })
  try {
    const ready = await stack.ready
    isReady = true
    process.stdout.write(describe(ready))
  } catch (error) {
    // Once it is being stopped, an error of the start-up is a consequence of that.
    if (!isStopping) {
      await stack.stop()
      throw error
    }
  }
  return stopped
}
