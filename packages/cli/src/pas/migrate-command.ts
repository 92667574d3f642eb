import type { Command } from 'commander'
import { record, withCommandDeps, type CommandContext } from './perform'
import { renderAnswer } from './render-answer'

export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description("apply this version's migrations to the database, and load its scripts into Redis")
    .action(() => migrateDatabase(context))
}

async function migrateDatabase(context: CommandContext): Promise<void> {
  const { DATABASE_URL, REDIS_URL } = await context.readEnvironment()
  const { listAppliedMigrations, migrate, MigrationError } = await import('@pas/db/migrate')
  try {
    const appliedNow = await migrate(DATABASE_URL)
    await recordMigration(context, 'migrate', { applied_now: appliedNow })
    const { loadQueueScripts } = await import('./load-queue-scripts')
    const answer = {
      applied: await listAppliedMigrations(DATABASE_URL),
      applied_now: appliedNow,
      ...(REDIS_URL !== undefined && { queue_scripts: await loadQueueScripts(REDIS_URL) }),
    }
    context.print(answer, renderAnswer(answer))
  } catch (error) {
    // When the very first migration failed, there is no audit table to write to.
    if (error instanceof MigrationError)
      await recordMigration(context, 'migrate.failed').catch(() => undefined)
    throw error
  }
}

const recordMigration = (context: CommandContext, action: string, details = {}): Promise<void> =>
  withCommandDeps(context, (deps) => record(deps, { action, target: 'database' }, details))
