import { AccountsError } from '@pas/accounts/accounts-error'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import type { Clock } from '@pas/runtime/clock'
import { CommandError } from './command-error'
import type { Environment } from './read-environment'
import { renderAnswer, type Answer } from './render-answer'

/** What every command gets from `runPas`. */
export interface CommandContext {
  /** The services' variables, with those of a running stack. Rejects without a usable DATABASE_URL. */
  readEnvironment(): Promise<Environment & { DATABASE_URL: string }>
  clock: Clock
  /** The operator, as the audit trail names them. */
  actor: string
  /** Whether the option --json was given. */
  json: boolean
  /** Prints an answer on standard output: as JSON with --json, otherwise `text`. */
  print(answer: unknown, text: string): void
  /** Writes a piece of a long answer; a promise that it returns settles when there is room for the next piece. */
  write(piece: string): unknown
  /** All of standard input. */
  readIn(): Promise<string>
  /** Asks the operator on the terminal; undefined where there is none. */
  ask: ((question: string) => Promise<string>) | undefined
}

/** The target of an audit row, or a function that looks it up. */
export type AuditTarget = string | ((deps: RowDeps) => Promise<string>)

/** A command for `perform`, with its options filled in. */
export interface OperatorCommand {
  /** The audit row's action, e.g. `account.create`. */
  action: string
  /** The audit row's target; the one in the outcome of `work`, if there is one, replaces it. */
  target: AuditTarget
  /** Runs before the transaction: may ask the operator, and may refuse. */
  before?: (deps: RowDeps) => Promise<unknown>
  /** Does the command's work, in a transaction. */
  work(deps: RowDeps): Promise<Outcome>
  /**
   * Work after the commit, outside of a transaction: long work in the transaction would keep services waiting for its
   * row locks, and its failure would undo `work`. Has to be idempotent, because the operator runs the command again
   * when it fails. May resolve to the answer, in place of the one of `work`.
   */
  afterwards?: ((deps: RowDeps & { db: Database }) => Promise<Answer | undefined>) | undefined
}

interface Outcome {
  answer: Answer
  /** What is printed without --json; by default `renderAnswer` writes it from `answer`. */
  text?: string
  /** The audit row's target, when `work` had to make or find it. */
  target?: string
  details?: NonNullable<AuditEvent['details']>
  /** True when the command changed nothing: it then writes no audit row. */
  isUnchanged?: boolean
}

/**
 * Ten minutes: longer than waiting for a connection of the pool takes, and longer than ending the millions of tokens of
 * a large application takes. Each statement has a timeout of its own.
 */
const transactionOptions = { timeout: 10 * 60_000 }

/**
 * Carries a command out, writes its audit row in the same transaction unless nothing changed, and prints the answer. A
 * command that is refused with an `AccountsError` changes nothing and leaves an audit row, too, whose action ends in
 * `.failed`. Rejects with the error of `work`, or, when only `afterwards` failed, with its `CommandError`, or else with
 * `unfinished`.
 */
export async function perform(context: CommandContext, command: OperatorCommand): Promise<void> {
  const outcome = await withDatabase<Outcome>(context, async (db) => {
    const outcome = await workInTransaction(db, context, command)
    try {
      const answer = await command.afterwards?.({ db, clock: context.clock })
      return answer === undefined ? outcome : { answer }
    } catch (cause) {
      if (cause instanceof CommandError) throw cause
      const message = `${command.action} is committed, but the work that follows it failed: run the command again.`
      throw new CommandError('unfinished', message, { cause })
    }
  })
  context.print(outcome.answer, outcome.text ?? renderAnswer(outcome.answer))
}

async function workInTransaction(
  db: Database,
  context: CommandContext,
  command: OperatorCommand,
): Promise<Outcome> {
  try {
    await command.before?.({ db, clock: context.clock })
    return await db.$transaction(
      (transaction) => workAndRecord(transaction, context, command),
      transactionOptions,
    )
  } catch (error) {
    if (error instanceof AccountsError) await recordRefusal(db, context, command, error)
    throw error
  }
}

/** Opens the database of DATABASE_URL for `work`, and closes it afterwards. */
export async function withDatabase<T>(
  context: CommandContext,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL: url } = await context.readEnvironment()
  const { openDatabase } = await import('@pas/db/database')
  const db = openDatabase({ url, poolMax: 1 })
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
  }
}

async function workAndRecord(
  db: RowDeps['db'],
  { clock, actor }: CommandContext,
  command: OperatorCommand,
): Promise<Outcome> {
  const outcome = await command.work({ db, clock })
  if (outcome.isUnchanged) return outcome
  await recordAuditEvent(db, {
    at: clock.now(),
    actor,
    action: command.action,
    target: outcome.target ?? (await foundTarget(command.target, { db, clock })),
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
    target: await foundTarget(target, { db, clock }),
    details: { code },
  })
}

const foundTarget = async (target: AuditTarget, deps: RowDeps): Promise<string> =>
  typeof target === 'string' ? target : target(deps)
