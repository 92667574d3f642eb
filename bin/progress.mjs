/** A reason why the command cannot go on: one sentence, shown as it is and without a stack. */
export class CannotGoOn extends Error {
  name = 'CannotGoOn'
}

/** Prints a line with the seconds since the command began. */
export function progress(line) {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}

/** Runs a command's main function; what stops it is one sentence on standard error and exit 1. */
export async function runCommand(main) {
  try {
    await main()
  } catch (error) {
    const text = error instanceof CannotGoOn ? error.message : (error?.stack ?? String(error))
    process.stderr.write(`\n${text}\n`)
    process.exit(1)
  }
}
