import type { ListedAuditEvent } from '@pas/accounts/list-audit-events'
import type { Command } from 'commander'
import { accountOption, moment, positiveCount, rowNumber, sinceOption } from './option-values'
import type { CommandContext } from './perform'
import { printList } from './print-list'
import { answerRow, type AnswerRow } from './render-answer'

interface ReadingOptions {
  since?: Date
  until?: Date
  actor?: string
  event?: string
  account?: number
  limit?: number
  beforeId?: bigint
  afterId?: bigint
  details?: boolean
}

export function addAuditCommands(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('who did what')
  withRangeOptions(audit.command('list'))
    .description("show the audit trail, oldest first; who read it only with --event 'audit.*'")
    .option('--limit <count>', 'only the last so many of these', positiveCount)
    .option('--before-id <id>', 'only rows before this one, to go back where --limit began', rowNumber)
    .option('--details', "with each row's number, and what else it says")
    .action((options: ReadingOptions) => printEvents(context, 'list', options))
  withRangeOptions(audit.command('export'))
    .description('write whole rows of the audit trail, oldest first, as lines of JSON')
    .option('--after-id <id>', 'only rows after this one, to go on where the last export ended', rowNumber)
    .action((options: ReadingOptions) => printEvents(context, 'export', { ...options, details: true }))
}

const withRangeOptions = (command: Command): Command =>
  command
    .addOption(sinceOption('written'))
    .option('--until <time>', 'before this ISO 8601 time', moment)
    .option('--actor <actor>', "by whom: operator:ada, user:7, 'operator:*' …")
    .option('--event <action>', "what was done: user.create, 'user.*' …")
    .addOption(accountOption('by or about this account, its users, applications and keys'))

const printEvents = (
  context: CommandContext,
  verb: 'list' | 'export',
  { event: action, account: accountId, details = false, ...range }: ReadingOptions,
): Promise<void> =>
  printList(context, {
    action: `audit.${verb}`,
    target: 'audit',
    pages: async (deps) => {
      const { listAuditEvents } = await import('@pas/accounts/list-audit-events')
      const withoutReadings = verb === 'list' && !action?.startsWith('audit.')
      return listAuditEvents(deps, { ...range, action, accountId, withoutReadings })
    },
    toAnswer: details ? wholeRow : listedRow,
    asLines: verb === 'export',
    hint: ({ rows, first }) =>
      verb === 'list' && rows === range.limit
        ? `There may be earlier rows: add --before-id ${first.id}`
        : null,
  })

const listedRow = ({ at, actor, action, target, ip }: ListedAuditEvent): AnswerRow =>
  answerRow({ at, actor, action, target, ip })

const wholeRow = (event: ListedAuditEvent): AnswerRow => ({
  id: Number(event.id),
  ...listedRow(event),
  details: event.details,
})
