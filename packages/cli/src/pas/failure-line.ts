import { AccountsError } from '@pas/accounts/accounts-error'
import { isDatabaseUnavailable, Prisma } from '@pas/db/database'
import { MigrationError } from '@pas/db/migrate'
import { IncompleteRunError, SweepRefusedError } from '@pas/retention/retention-errors'
import { ConfigError } from '@pas/settings/parse-config'
import { StorageFullError, StorageUnavailableError } from '@pas/storage/storage'
import { CommandError } from './command-error'

interface Failure {
  code: string
  message: string
}

/** docs/contract.md §6.2: one line on standard error, here without its line feed. */
export function failureLine(error: unknown, json: boolean): string {
  const { code, message } = describeFailure(error)
  const oneLine = message.trim().replace(/(?<!\s)\s*\n\s*/g, ' ')
  return json ? JSON.stringify({ error: { code, message: oneLine } }) : `pas: ${oneLine}`
}

function describeFailure(error: unknown): Failure {
  if (error instanceof AccountsError) return error
  if (error instanceof CommandError) {
    const { code, message, cause } = error
    return code === 'unfinished' ? { code, message: `${message} ${describeFailure(cause).message}` } : error
  }
  if (error instanceof SweepRefusedError) return { code: 'sweep_refused', message: error.message }
  if (error instanceof IncompleteRunError) return describeIncompleteRun(error)
  if (error instanceof ConfigError) return { code: 'config_invalid', message: error.message }
  if (error instanceof MigrationError) return { code: 'migration_failed', message: error.message }
  // Before `isDatabaseUnavailable`, which would take a socket error in the cause of a storage error for Postgres's.
  if (error instanceof StorageFullError) {
    return { code: 'storage_unavailable', message: `Object storage is full (${error.message}): make room.` }
  }
  if (error instanceof StorageUnavailableError) {
    return {
      code: 'storage_unavailable',
      message: `Object storage cannot be used (${error.message}): check STORAGE_URL and that the store runs.`,
    }
  }
  if (isDatabaseUnavailable(error)) {
    return {
      code: 'database_unavailable',
      message: 'Postgres cannot be reached or refuses us: check DATABASE_URL and that it runs.',
    }
  }
  // P2021: a table does not exist.
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2021')
    return { code: 'not_migrated', message: "The database lacks a table: run 'pas migrate'." }
  return {
    code: 'internal',
    message: `Unexpected failure: ${error instanceof Error ? error.message : String(error)}`,
  }
}

/** The first failure's code, and each message behind the names of the steps that it stopped. */
function describeIncompleteRun({ failures, counts }: IncompleteRunError): Failure {
  const described = failures.map(({ step, error }) => ({ step, ...describeFailure(error) }))
  const reasons = [...new Set(described.map(({ message }) => message))].map((reason) => {
    const steps = described.filter(({ message }) => message === reason).map(({ step }) => step)
    return `${steps.join(', ')}: ${reason}`
  })
  const done = Object.entries(counts).map(([what, count]) => `${what} ${count}`)
  return {
    code: described[0]?.code ?? 'internal',
    message: `${reasons.join(' ')} What was done: ${done.join(', ')}.`,
  }
}
