import type { UsageDay } from '@pas/captures/list-usage'
import { Option, type Command } from 'commander'
import { assertAccount } from './noun'
import { accountOption, day } from './option-values'
import { perform, type CommandContext } from './perform'
import { answerRow, type AnswerRow } from './render-answer'

interface UsageOptions {
  account?: number
  by?: 'end-user'
  from?: string
  to?: string
  csv?: boolean
}

export function addUsageCommands(program: Command, context: CommandContext): void {
  program
    .command('usage')
    .description('emails and captures by day (UTC), as far back as they are kept')
    .addOption(accountOption('only those of this account; without it, of every account'))
    .option('--from <day>', 'from this day on, e.g. 2026-01-01', day)
    .option('--to <day>', 'to this day, which is included', day)
    .addOption(new Option('--by <what>', "split by the partner's own end_user_id").choices(['end-user']))
    .option('--csv', 'as comma-separated values (RFC 4180), for a spreadsheet')
    .action((options: UsageOptions, command: Command) => {
      const { account, by, from, to, csv = false } = options
      if (from !== undefined && to !== undefined && from > to)
        command.error(`error: --from ${from} is after --to ${to}`)
      if (csv && context.json) command.error('error: --csv and --json exclude each other')
      return perform(context, {
        action: 'usage.list',
        target: account === undefined ? 'accounts' : `account:${account}`,
        work: async (deps) => {
          const { listUsage } = await import('@pas/captures/list-usage')
          await assertAccount(deps, account)
          const used = await listUsage(deps, account, { byEndUser: by === 'end-user', from, to })
          const days = used.map((usage) => usageRow(usage, options))
          return { answer: days, ...(csv && { text: await toCsv(columnsOf(options), days) }) }
        },
      })
    })
}

function usageRow(usage: UsageDay, options: UsageOptions): AnswerRow {
  const row = answerRow({ ...usage })
  return Object.fromEntries(columnsOf(options).map((column) => [column, row[column]]))
}

/** The name comes last, for programs that read the CSV by position. */
const columnsOf = ({ account, by }: UsageOptions): string[] => [
  'day',
  ...(account === undefined ? ['account_id'] : []),
  ...(by === 'end-user' ? ['end_user_id'] : []),
  'emails',
  'captures',
  'captures_without_credential',
  'effect_pictures',
  ...(account === undefined ? ['account_name'] : []),
]

/** RFC 4180, with the columns' names even without rows. */
async function toCsv(columns: string[], rows: readonly AnswerRow[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  // An `end_user_id` is whatever a partner's caller sent: a spreadsheet must not take it for a formula.
  return stringify([...rows], { header: true, columns, record_delimiter: 'windows', escape_formulas: true })
}
