import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { runRetention, type RetentionCounts } from '@pas/api/jobs/run-retention'
import { sweepObjects } from '@pas/api/jobs/sweep-objects'
import type { Database } from '@pas/db/database'
import type { Storage } from '@pas/storage/storage'
import type { Command } from 'commander'
import { withDatabase, type CommandContext } from './perform'
import { renderAnswer } from './render-answer'
import { withStorage } from './with-storage'

export function addRetentionCommands(program: Command, context: CommandContext): void {
  program
    .command('retention')
    .description('what is kept no longer than its time')
    .command('run')
    .description(
      'remove what is past its time now, as the services do by themselves, and objects that no row names',
    )
    .action(() =>
      withStorage(context.readEnvironment(), (storage) =>
        withDatabase(context, (db) => removeAndRecord(context, db, storage)),
      ),
    )
}

/** In many transactions, so that what is done stands, and the audit row comes last. */
async function removeAndRecord(context: CommandContext, db: Database, storage: Storage): Promise<void> {
  const { actor, clock } = context
  const record = (action: string, details: Partial<RetentionCounts> & { swept?: number }): Promise<void> =>
    recordAuditEvent(db, { at: clock.now(), actor, action, target: 'retention', details })
  const { signal } = new AbortController()
  // Without Redis, as it may be away: jobs of captures that waited in vain stay until a worker finds nothing to do.
  const deps = { db, storage, clock, captureQueues: new Map(), signal }
  try {
    const counts = await runRetention(deps)
    await record('retention.run', { ...counts, swept: await sweepObjects(deps) })
    context.print(counts, renderAnswer({ ...counts }))
  } catch (error) {
    await record('retention.run.failed', {}).catch(() => undefined)
    throw error
  }
}
