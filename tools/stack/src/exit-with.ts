import { ConfigError } from '@pas/settings/parse-config'
import { StackError } from './progress'

/**
 * Ends this process with the exit code that a command's main program resolves to. If it rejects, prints why and ends
 * with 1; a `StackError` and a `ConfigError` say all that a person needs, so that their stack is left out.
 */
export function exitWith(main: Promise<number>): void {
  main.then(
    (code) => process.exit(code),
    (error: unknown) => {
      const isExplained = error instanceof StackError || error instanceof ConfigError
      const text = isExplained ? error.message : error instanceof Error ? error.stack : String(error)
      process.stderr.write(`\n${text}\n`)
      process.exit(1)
    },
  )
}
