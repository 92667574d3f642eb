import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { CaptureQueues } from '@pas/captures/request-captures'
import type { Database } from '@pas/db/database'
import type { RetentionDeps } from '@pas/retention/retention-deps'
import { IncompleteRunError, UnerasedError } from '@pas/retention/retention-errors'
import type { Storage } from '@pas/storage/storage'
import type { Command } from 'commander'
import { withDatabase, type CommandContext } from './perform'
import { renderAnswer } from './render-answer'

export function addRetentionCommands(program: Command, context: CommandContext): void {
  const retention = program.command('retention').description('removal of what has been kept for its time')
  retention
    .command('run')
    .description(
      'remove what has been kept for its time, as the services do by themselves, and objects that no row names',
    )
    .option('--force', 'sweep also when more than 1,000 objects, or 5 % of all, have no row')
    .action(({ force = false }: { force?: boolean }) =>
      withStores(context, (db, storage) => runAndRecord(context, db, storage, force)),
    )
  retention
    .command('adopt')
    .description('mark the object store as the one of this database, which alone may then sweep it')
    .action(() => withStores(context, (db, storage) => adoptAndRecord(context, db, storage)))
}

async function withStores(
  context: CommandContext,
  work: (db: Database, storage: Storage) => Promise<void>,
): Promise<void> {
  const { withStorage } = await import('./with-storage')
  await withStorage(await context.readEnvironment(), (storage) =>
    withDatabase(context, (db) => work(db, storage)),
  )
}

type Counts = Readonly<Record<string, number>>

/** In many transactions, so that a failure undoes nothing; the audit row is last. */
async function runAndRecord(
  context: CommandContext,
  db: Database,
  storage: Storage,
  isForced: boolean,
): Promise<void> {
  const { actor, clock } = context
  const record = (action: string, details: Counts): Promise<void> =>
    recordAuditEvent(db, {
      at: clock.now(),
      actor,
      action,
      target: 'retention',
      details: { ...details, ...(isForced && { force: true }) },
    })
  const { signal } = new AbortController()
  try {
    // Without queues, because Redis may be away. Jobs of previews that this ends stay in them until a worker finds
    // nothing to do.
    const counts = await removeAll({ db, storage, clock, captureQueues: new Map(), signal }, isForced)
    await record('retention.run', counts)
    context.print(counts, renderAnswer({ ...counts }))
  } catch (error) {
    if (error instanceof IncompleteRunError)
      await record('retention.run.failed', error.counts).catch(() => undefined)
    throw error
  }
}

/** When either part fails, rejects with an `IncompleteRunError` that has both counts. */
async function removeAll(
  deps: RetentionDeps & { captureQueues: CaptureQueues },
  isForced: boolean,
): Promise<Counts> {
  const { runRetention } = await import('@pas/retention/run-retention')
  const { sweepObjects } = await import('@pas/retention/sweep-objects')
  const failures: { step: string; error: unknown }[] = []
  const retained: object = await runRetention(deps).catch((error: unknown) => {
    if (!(error instanceof IncompleteRunError)) throw error
    failures.push(...error.failures)
    return error.counts
  })
  const swept = await sweepObjects(deps, { isForced }).catch((error: unknown) => {
    failures.push({ step: 'sweep', error })
    return error instanceof UnerasedError ? error.done : 0
  })
  const counts = { ...retained, swept }
  if (failures.length > 0) throw new IncompleteRunError(failures, counts)
  return counts
}

async function adoptAndRecord(context: CommandContext, db: Database, storage: Storage): Promise<void> {
  const { actor, clock } = context
  const { adoptStore, compareMarks } = await import('@pas/retention/installation-mark')
  const { isMarked } = await compareMarks({ db, storage })
  await adoptStore({ db, storage, clock })
  await recordAuditEvent(db, { at: clock.now(), actor, action: 'retention.adopt', target: 'retention' })
  const answer = isMarked ? { already: 'adopted' } : {}
  context.print(
    answer,
    isMarked ? 'the store was marked as the one of this database already\n' : renderAnswer(answer),
  )
}
