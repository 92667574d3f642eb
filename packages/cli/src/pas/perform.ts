import type { AccountsDeps } from '@pas/accounts/accounts-deps'
import { AccountsError } from '@pas/accounts/accounts-error'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import { openDatabase, type Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { CommandError } from './command-error'
import type { Environment } from './read-environment'
import { renderAnswer, type Answer } from './render-answer'

/** What every command works with. */
export interface CommandContext {
  readEnvironment(): Environment & { DATABASE_URL: string }
  clock: Clock
  /** As the audit trail names the operator. */
  actor: string
  json: boolean
  /** Prints an answer on standard output: as JSON when that was asked for, otherwise the text. */
  print(answer: unknown, text: string): void
  /** Writes a piece of a long answer on standard output; settles when there is room for the next one. */
  write(piece: string): unknown
  /** All of standard input. */
  readIn(): Promise<string>
}

/** One command, ready to be carried out. */
export interface OperatorCommand {
  /** For the audit trail, e.g. `account.create`. */
  action: string
  /** For the audit trail, as far as it is known beforehand. */
  target: string
  work(deps: AccountsDeps): Promise<Outcome>
  /**
   * What follows once that is committed, each statement by itself: what may take long would hold rows meanwhile that services wait for, and
   * its failure would undo the rest. It has to be safe to repeat.
   */
  afterwards?: ((deps: AccountsDeps) => Promise<unknown>) | undefined
}

interface Outcome {
  answer: Answer
  /** What was made or found, when that was not known beforehand. */
  target?: string
  details?: NonNullable<AuditEvent['details']>
}

/**
 * Above the time that the pool may take, and that ending the millions of tokens of a large application takes, whose statements have a
 * timeout of their own.
 */
const transactionOptions = { timeout: 10 * 60_000 }

/**
 * Carries a command out and writes its audit row in the same transaction, then answers. A command that the rules refuse changes
 * nothing and leaves a row too, its action ending in `.failed`. Rejects with what the work rejects with, and with `unfinished` when only
 * what follows it failed.
 */
export async function perform(context: CommandContext, command: OperatorCommand): Promise<void> {
  const outcome = await withDatabase(context, async (db) => {
    const outcome = await workInTransaction(db, context, command)
    try {
      await command.afterwards?.({ db, clock: context.clock })
    } catch (cause) {
      const message = `It is done (${command.action}), but what follows from it is not: run the command again.`
      throw new CommandError('unfinished', message, { cause })
    }
    return outcome
  })
  context.print(outcome.answer, renderAnswer(outcome.answer))
}

async function workInTransaction(
  db: Database,
  context: CommandContext,
  command: OperatorCommand,
): Promise<Outcome> {
  try {
    return await db.$transaction(
      (transaction) => workAndRecord(transaction, context, command),
      transactionOptions,
    )
  } catch (error) {
    if (error instanceof AccountsError) await recordRefusal(db, context, command, error)
    throw error
  }
}

/** Lends the database to `work`. */
export async function withDatabase<T>(
  context: CommandContext,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ url: context.readEnvironment().DATABASE_URL, poolMax: 1 })
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
  }
}

async function workAndRecord(
  db: AccountsDeps['db'],
  { clock, actor }: CommandContext,
  command: OperatorCommand,
): Promise<Outcome> {
  const outcome = await command.work({ db, clock })
  await recordAuditEvent(db, {
    at: clock.now(),
    actor,
    action: command.action,
    target: outcome.target ?? command.target,
    ...(outcome.details && { details: outcome.details }),
  })
  return outcome
}

async function recordRefusal(
  db: Database,
  { clock, actor }: CommandContext,
  { action, target }: OperatorCommand,
  { code }: AccountsError,
): Promise<void> {
  await recordAuditEvent(db, {
    at: clock.now(),
    actor,
    action: `${action}.failed`,
    target,
    details: { code },
  })
}
