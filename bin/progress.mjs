import { constants } from 'node:os'
import { endPrograms } from './run-program.mjs'

/** A reason why the command cannot go on. Its message is one sentence, which `runCommand` prints without a stack. */
export class CannotGoOn extends Error {
  name = 'CannotGoOn'
}

/** Prints a line, after the seconds since the process started. */
export function progress(line) {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}

let isStopping = false

/**
 * Runs a command's main function. Prints what it throws on standard error (a stack unless it is `CannotGoOn`) and
 * exits with 1. Ctrl-C, SIGTERM and SIGHUP end the programs that it runs, and it exits with 128 + the signal's number,
 * until `main` starts something that handles these signals itself.
 */
export async function runCommand(main) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  try {
    await main()
  } catch (error) {
    // The error is that of a program that `stop` has ended.
    if (isStopping) return
    const text = error instanceof CannotGoOn ? error.message : (error?.stack ?? String(error))
    process.stderr.write(`\n${text}\n`)
    process.exit(1)
  }
}

async function stop(signal) {
  // A second listener handles the signal instead: the stack, the test run, or the same command under another Node.
  if (isStopping || process.listenerCount(signal) > 1) return
  isStopping = true
  progress('stopping')
  await endPrograms()
  process.exit(128 + constants.signals[signal])
}
