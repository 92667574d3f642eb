import { AccountsError } from '@pas/accounts/accounts-error'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'
import type { Clock } from '@pas/runtime/clock'
import { CommandError } from './command-error'
import type { Environment } from './read-environment'
import { renderAnswer, type Answer } from './render-answer'
import { withStores, type Stores } from './stores'

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

/** What the packages' functions take, of which each takes what it needs. */
export interface CommandDeps extends RowDeps {
  actor: string
  env: Environment
  /** Never aborts: a command runs to its end. */
  signal: AbortSignal
  stores: Stores
}

export type AuditTarget = string | ((deps: RowDeps) => Promise<string>)

export interface OperatorCommand {
  action: string
  /** The audit row's, unless `work` returns another. */
  target: AuditTarget
  /** Before the transaction, in which `work` runs: may ask the operator, and may refuse. */
  before?: (deps: CommandDeps) => Promise<unknown>
  work(deps: CommandDeps): Promise<Outcome>
  /**
   * After the commit: long work in the transaction would make services wait for its row locks. Idempotent, because a
   * failed command is run again. Its result replaces the answer.
   */
  afterwards?: ((deps: CommandDeps & DatabaseDeps) => Promise<Answer | undefined>) | undefined
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
export const perform = (context: CommandContext, command: OperatorCommand): Promise<void> =>
  withCommandDeps(context, async (deps) => {
    const outcome = await workInTransaction(deps, command)
    const answer = (await finish(deps, command)) ?? outcome.answer
    const text = answer === outcome.answer ? outcome.text : undefined
    context.print(answer, text ?? renderAnswer(answer))
  })

async function finish(
  deps: CommandDeps & DatabaseDeps,
  { action, afterwards }: OperatorCommand,
): Promise<Answer | undefined> {
  try {
    return await afterwards?.(deps)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    const message = `${action} is committed, but the work that follows it failed: run the command again.`
    throw new CommandError('unfinished', message, { cause })
  }
}

async function workInTransaction(
  deps: CommandDeps & DatabaseDeps,
  command: OperatorCommand,
): Promise<Outcome> {
  try {
    await command.before?.(deps)
    return await deps.db.$transaction((db) => workAndRecord({ ...deps, db }, command), transactionOptions)
  } catch (error) {
    if (error instanceof AccountsError)
      await record(deps, { ...command, action: `${command.action}.failed` }, { code: error.code })
    throw error
  }
}

async function workAndRecord(deps: CommandDeps, command: OperatorCommand): Promise<Outcome> {
  const outcome = await command.work(deps)
  const { action, target } = command
  if (!outcome.isUnchanged) await record(deps, { action, target: outcome.target ?? target }, outcome.details)
  return outcome
}

/** The audit row of a command. */
export async function record(
  { db, clock, actor }: Pick<CommandDeps, 'db' | 'clock' | 'actor'>,
  { action, target }: Pick<OperatorCommand, 'action' | 'target'>,
  details?: AuditEvent['details'],
): Promise<void> {
  await recordAuditEvent(db, {
    ...{ at: clock.now(), actor, action },
    target: await targetOf(target, { db, clock }),
    ...(details && { details }),
  })
}

export const targetOf = async (target: AuditTarget, deps: RowDeps): Promise<string> =>
  typeof target === 'string' ? target : target(deps)

/** Opens the database, and closes it and the other stores behind `work`. */
export async function withCommandDeps<T>(
  { readEnvironment, clock, actor }: Pick<CommandContext, 'readEnvironment' | 'clock' | 'actor'>,
  work: (deps: CommandDeps & DatabaseDeps) => Promise<T>,
): Promise<T> {
  const env = await readEnvironment()
  const { signal } = new AbortController()
  return withStores(env, (stores) =>
    withDatabaseAt(env.DATABASE_URL, (db) => work({ db, clock, actor, env, signal, stores })),
  )
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
