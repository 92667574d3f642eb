/** A reason why the command cannot go on. Its message is one sentence, which `runCommand` prints without a stack. */
export class CannotGoOn extends Error {
  name = 'CannotGoOn'
}

/** Prints a line, after the seconds since the process started. */
export function progress(line) {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}

/**
 * Runs a command's main function. Prints what it throws on standard error (a stack unless it is `CannotGoOn`) and exits
 * with 1.
 */
export async function runCommand(main) {
  try {
    await main()
  } catch (error) {
    const text = error instanceof CannotGoOn ? error.message : (error?.stack ?? String(error))
    process.stderr.write(`\n${text}\n`)
    process.exit(1)
  }
}
