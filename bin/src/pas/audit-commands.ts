import { listAuditEvents } from '@pas/accounts/list-audit-events'
import type { Command } from 'commander'
import { moment } from './option-values'
import { perform, type CommandContext } from './perform'

export function addAuditCommands(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description('who did what')
    .command('list')
    .description('show the audit trail, oldest first')
    .option('--since <time>', 'from this ISO 8601 time on, e.g. 2026-01-31T09:30:00Z', moment)
    .action(({ since }: { since?: Date }) =>
      perform(context, {
        action: 'audit.list',
        target: 'audit',
        work: async (deps) => {
          const events = await listAuditEvents(deps, since)
          return { answer: events.map((event) => ({ ...event, at: event.at.toISOString() })) }
        },
      }),
    )
}
