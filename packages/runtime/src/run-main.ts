import { ConfigError } from '@pas/settings/parse-config'

/** Exits 0 when `main` resolves, even if an unreachable store's connection is open; 1 when it rejects. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  // At SIGUSR1 Node would open its debugger on loopback, for any process of the same user.
  process.on('SIGUSR1', () => undefined)
  try {
    await main()
    process.exit(0)
  } catch (error) {
    exitUnstarted(error)
  }
}

/** Prints a stack trace unless it is a `ConfigError`; exits 1. */
export function exitUnstarted(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : startFailure(error)}\n`)
  process.exit(1)
}

function startFailure(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
