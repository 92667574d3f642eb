import { ConfigError } from '@pas/settings/parse-config'
import { StackError } from './progress'

/**
 * Exits with the code that `main` resolves to, or with 1. A `StackError` and a `ConfigError` say all that a person
 * needs, so their stack is not printed.
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
