import type { AuditRange, ListedAuditEvent } from '@pas/accounts/list-audit-events'
import type { Command } from 'commander'
import { integerId, moment, positiveCount, rowNumber } from './option-values'
import type { CommandContext } from './perform'
import { printList } from './print-list'
import type { AnswerRow } from './render-answer'

export function addAuditCommands(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('who did what')
  addList(audit, context)
  addExport(audit, context)
}

interface RangeOptions {
  since?: Date
  until?: Date
  actor?: string
  event?: string
  account?: number
}

const withRangeOptions = (command: Command): Command =>
  command
    .option('--since <time>', 'from this ISO 8601 time on, e.g. 2026-01-31T09:30:00Z', moment)
    .option('--until <time>', 'before this ISO 8601 time', moment)
    .option('--actor <actor>', "by whom: operator:ada, user:7, 'operator:*' …")
    .option('--event <action>', "what was done: user.create, 'user.*' …")
    .option('--account <id>', 'by or about this account, its users, applications and keys', integerId)

const rangeOf = ({ since, until, actor, event, account }: RangeOptions): AuditRange => ({
  since,
  until,
  actor,
  action: event,
  accountId: account,
})

interface ListOptions extends RangeOptions {
  limit?: number
  beforeId?: bigint
  details?: boolean
}

function addList(audit: Command, context: CommandContext): void {
  withRangeOptions(audit.command('list'))
    .description("show the audit trail, oldest first; who read it only with --event 'audit.*'")
    .option('--limit <count>', 'only the last so many of these', positiveCount)
    .option('--before-id <id>', 'only rows before this one, to go back where --limit began', rowNumber)
    .option('--details', "with each row's number, and what else it says")
    .action(({ limit, beforeId, details = false, ...options }: ListOptions) =>
      printList(context, {
        action: 'audit.list',
        target: 'audit',
        pages: async (deps) => {
          const { listAuditEvents } = await import('@pas/accounts/list-audit-events')
          const withoutReadings = !options.event?.startsWith('audit.')
          return listAuditEvents(deps, { ...rangeOf(options), withoutReadings, limit, beforeId })
        },
        toAnswer: details ? wholeRow : listedRow,
        hint: ({ rows, first }) =>
          rows === limit ? `There may be earlier rows: add --before-id ${first.id}` : null,
      }),
    )
}

function addExport(audit: Command, context: CommandContext): void {
  withRangeOptions(audit.command('export'))
    .description('write whole rows of the audit trail, oldest first, as lines of JSON')
    .option('--after-id <id>', 'only rows after this one, to go on where the last export ended', rowNumber)
    .action(({ afterId, ...options }: RangeOptions & { afterId?: bigint }) =>
      printList(context, {
        action: 'audit.export',
        target: 'audit',
        pages: async (deps) => {
          const { listAuditEvents } = await import('@pas/accounts/list-audit-events')
          return listAuditEvents(deps, { ...rangeOf(options), afterId })
        },
        toAnswer: wholeRow,
        asLines: true,
      }),
    )
}

const listedRow = ({ at, actor, action, target, ip }: ListedAuditEvent): AnswerRow => ({
  at: at.toISOString(),
  actor,
  action,
  target,
  ip,
})

const wholeRow = (event: ListedAuditEvent): AnswerRow => ({
  id: Number(event.id),
  ...listedRow(event),
  details: event.details,
})
