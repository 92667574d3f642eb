/** A reason why the stack cannot go on: one sentence for the person at the terminal, shown without a stack. */
export class StackError extends Error {
  override name = 'StackError'
}

/** Prints a line with the seconds since the process began. */
export function progress(line: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}
