import { ConfigError } from '@pas/settings/parse-config'

/**
 * Runs a process's main function. When it resolves, everything is closed and the process exits 0, even if a connection
 * to an unreachable store is still open. When it rejects, `exitUnstarted` ends the process. SIGUSR1 is ignored.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  // By default, Node opens its debugger on loopback at SIGUSR1, for any process of the same user.
  process.on('SIGUSR1', () => undefined)
  try {
    await main()
    process.exit(0)
  } catch (error) {
    exitUnstarted(error)
  }
}

/** Writes why the process cannot start to standard error, a stack trace unless it is a `ConfigError`, and exits 1. */
export function exitUnstarted(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : startFailure(error)}\n`)
  process.exit(1)
}

function startFailure(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
