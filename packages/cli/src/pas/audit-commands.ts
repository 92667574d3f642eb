import type { AuditRange, ListedAuditEvent } from '@pas/accounts/list-audit-events'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { Command } from 'commander'
import { jsonList, tableList } from './list-renderers'
import { moment, positiveCount } from './option-values'
import { withDatabase, type CommandContext } from './perform'
import type { AnswerRow } from './render-answer'

/** Adds `pas audit list`. */
export function addAuditCommands(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description('who did what')
    .command('list')
    .description('show the audit trail, oldest first')
    .option('--since <time>', 'from this ISO 8601 time on, e.g. 2026-01-31T09:30:00Z', moment)
    .option('--before <time>', 'before this ISO 8601 time', moment)
    .option('--limit <count>', 'only the last so many of these', positiveCount)
    .action((range: AuditRange) => listPageByPage(context, range))
}

/**
 * Runs outside of a transaction, which would stay open for as long as the reader of standard output takes. The first
 * page is read before the command's own audit row is written, so that the row is not in the list and a failure leaves
 * nothing on standard output.
 */
async function listPageByPage(context: CommandContext, range: AuditRange): Promise<void> {
  const { listAuditEvents } = await import('@pas/accounts/list-audit-events')
  const list = context.json ? jsonList() : tableList()
  await withDatabase(context, async (db) => {
    const pages = listAuditEvents({ db }, range)
    let page = await pages.next()
    const { actor, clock } = context
    await recordAuditEvent(db, { at: clock.now(), actor, action: 'audit.list', target: 'audit' })
    for (; !page.done; page = await pages.next()) await context.write(list.page(page.value.map(listedRow)))
    await context.write(list.end())
  })
}

const listedRow = (event: ListedAuditEvent): AnswerRow => ({ ...event, at: event.at.toISOString() })
