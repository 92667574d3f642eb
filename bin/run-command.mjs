import { constants } from 'node:os'
import { CannotGoOn, progress } from './progress.cjs'
import { runProgram } from './run-program.cjs'

const stopping = new AbortController()
const running = new Set()

/**
 * Prints what `main` throws (a stack unless it is `CannotGoOn`) and exits with 1. Ctrl-C, SIGTERM and SIGHUP end the
 * programs that it runs, and it exits with 128 + the signal's number, until `main` starts something that handles them
 * itself.
 */
export async function runCommand(main) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  try {
    await main()
  } catch (error) {
    // The error is that of a program that `stop` has ended.
    if (stopping.signal.aborted) return
    const text = error instanceof CannotGoOn ? error.message : (error?.stack ?? String(error))
    process.stderr.write(`\n${text}\n`)
    process.exit(1)
  }
}

/** The program ends when this command is told to stop. */
export async function runUnlessStopped(command, args, options) {
  const ended = runProgram(command, args, { ...options, signal: stopping.signal, killAfterMs: 3_000 })
  running.add(ended)
  try {
    return await ended
  } finally {
    running.delete(ended)
  }
}

async function stop(signal) {
  // A second listener handles the signal instead: the stack, the test run, or the same command under another Node.
  if (stopping.signal.aborted || process.listenerCount(signal) > 1) return
  progress('stopping')
  stopping.abort()
  await Promise.allSettled(running)
  process.exit(128 + constants.signals[signal])
}
