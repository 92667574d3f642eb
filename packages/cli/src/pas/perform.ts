import { AccountsError } from '@pas/accounts/accounts-error'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'
import type { Clock } from '@pas/runtime/clock'
import { CommandError } from './command-error'
import type { Environment } from './read-environment'
import { renderAnswer, type Answer } from './render-answer'

export interface CommandContext {
  /** Includes those of a running stack. Rejects without a usable DATABASE_URL. */
  readEnvironment(): Promise<Environment & { DATABASE_URL: string }>
  clock: Clock
  /** As the audit trail names the operator. */
  actor: string
  json: boolean
  print(answer: unknown, text: string): void
  /** A piece of a long answer; a promise that it returns settles when there is room for the next. */
  write(piece: string): unknown
  readIn(): Promise<string>
  /** Undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined
}

export type AuditTarget = string | ((deps: RowDeps) => Promise<string>)

export interface OperatorCommand {
  action: string
  /** The audit row's, unless `work` returns another. */
  target: AuditTarget
  /** Before the transaction, in which `work` runs: may ask the operator, and may refuse. */
  before?: (deps: RowDeps) => Promise<unknown>
  work(deps: RowDeps): Promise<Outcome>
  /**
   * After the commit: long work in the transaction would make services wait for its row locks. Idempotent, because a
   * failed command is run again. Its result replaces the answer.
   */
  afterwards?: ((deps: DatabaseDeps) => Promise<Answer | undefined>) | undefined
}

interface Outcome {
  answer: Answer
  /** Without --json; by default `renderAnswer` of `answer`. */
  text?: string
  target?: string
  details?: NonNullable<AuditEvent['details']>
  isUnchanged?: boolean
}

/**
 * Ten minutes: longer than ending the millions of tokens of a large application. Each statement has a timeout of its
 * own.
 */
const transactionOptions = { timeout: 10 * 60_000 }

/**
 * Writes the audit row in the transaction. An `AccountsError` leaves one, too, whose action ends in `.failed`. When
 * only `afterwards` failed, rejects with its `CommandError`, or with `unfinished`.
 */
export async function perform(context: CommandContext, command: OperatorCommand): Promise<void> {
  const outcome = await withDatabase<Outcome>(context, async (db) => {
    const committed = await workInTransaction(db, context, command)
    try {
      const answer = await command.afterwards?.({ db, clock: context.clock })
      return answer === undefined ? committed : { answer }
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

export async function withDatabase<T>(
  context: CommandContext,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabaseAt((await context.readEnvironment()).DATABASE_URL, work)
}

export async function withDatabaseAt<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
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
    target: outcome.target ?? (await resolveTarget(command.target, { db, clock })),
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
    target: await resolveTarget(target, { db, clock }),
    details: { code },
  })
}

const resolveTarget = async (target: AuditTarget, deps: RowDeps): Promise<string> =>
  typeof target === 'string' ? target : target(deps)
