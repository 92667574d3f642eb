/**
 * An error for the user at the terminal: one sentence that says what failed and what to do, shown without a stack
 * trace.
 */
export class StackError extends Error {
  override name = 'StackError'
}

/** Prints a line after the seconds since the process began. */
export function progress(line: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}
