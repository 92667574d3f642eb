import type { DatabaseDeps } from '@pas/db/row-deps'
import { IncompleteRunError } from '@pas/retention/retention-errors'
import type { Command } from 'commander'
import { record, withCommandDeps, type CommandContext, type CommandDeps } from './perform'
import { renderAnswer } from './render-answer'

type Deps = CommandDeps & DatabaseDeps

export function addRetentionCommands(program: Command, context: CommandContext): void {
  const retention = program.command('retention').description('removal of what has been kept for its time')
  retention
    .command('run')
    .description(
      'remove what has been kept for its time, as the services do by themselves, and objects that no row names',
    )
    .option('--force', 'sweep also when more than 1,000 objects, or 5 % of all, have no row')
    .action(({ force = false }: { force?: boolean }) =>
      withCommandDeps(context, (deps) => runAndRecord(context, deps, force)),
    )
  retention
    .command('adopt')
    .description('mark the object store as the one of this database, which alone may then sweep it')
    .action(() => withCommandDeps(context, (deps) => adoptAndRecord(context, deps)))
}

type Counts = Readonly<Record<string, number>>

/** In many transactions, so that a failure undoes nothing; the audit row is last. */
async function runAndRecord(context: CommandContext, deps: Deps, isForced: boolean): Promise<void> {
  const recordRun = (action: string, counts: Counts): Promise<void> =>
    record(deps, { action, target: 'retention' }, { ...counts, ...(isForced && { force: true }) })
  try {
    const storage = await deps.stores.storage()
    // Without queues, because Redis may be away. Jobs of previews that this ends stay in them until a worker finds
    // nothing to do.
    const { runAndSweep } = await import('@pas/retention/run-and-sweep')
    const counts = await runAndSweep({ ...deps, storage, captureQueues: new Map() }, { isForced })
    await recordRun('retention.run', counts)
    context.print(counts, renderAnswer({ ...counts }))
  } catch (error) {
    if (error instanceof IncompleteRunError)
      await recordRun('retention.run.failed', error.counts).catch(() => undefined)
    throw error
  }
}

async function adoptAndRecord(context: CommandContext, deps: Deps): Promise<void> {
  const { adoptStore, compareMarks } = await import('@pas/retention/installation-mark')
  const withStorage = { ...deps, storage: await deps.stores.storage() }
  const { isMarked } = await compareMarks(withStorage)
  await adoptStore(withStorage)
  await record(deps, { action: 'retention.adopt', target: 'retention' })
  const answer = isMarked ? { already: 'adopted' } : {}
  context.print(
    answer,
    isMarked ? 'the store was marked as the one of this database already\n' : renderAnswer(answer),
  )
}
