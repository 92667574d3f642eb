import { AccountsError } from '@pas/accounts/accounts-error'
import type { CheckRowName, CheckRowStatus } from '@pas/checks/check-state'
import type { ListedCheck } from '@pas/checks/list-check-rows'
import type { DbDeps } from '@pas/db/row-deps'
import { Option, type Command } from 'commander'
import { actOn, type Naming } from './named-thing'
import { integerId, statusOption, uuid, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'
import type { AnswerRow } from './render-answer'

const namedEmail: Naming<string> = {
  argument: 'email-guid',
  flags: '--email-guid <guid>',
  description: "the email's guid",
  parse: uuid,
}

interface ListOptions {
  account?: number
  name?: CheckRowName
  status?: CheckRowStatus
  after?: string
  limit?: number
}

export function addCheckCommands(program: Command, context: CommandContext): void {
  const checks = program
    .command('checks')
    .description(
      'what is measured and asked for the checks of emails: contrast, links, spam, and whole reports',
    )
  addList(checks, context)
  actOn(
    checks.command('show').description('show what is measured and asked for the checks of an email'),
    namedEmail,
    (emailId) =>
      printList(context, {
        action: 'checks.show',
        target: `email:${emailId}`,
        pages: async (deps) => {
          await assertEmail(deps, emailId)
          const { readCheckRows } = await import('@pas/checks/list-check-rows')
          return readCheckRows(deps, { emailId }, { after: null })
        },
        toAnswer: checkRow,
      }),
  )
  actOn(
    checks
      .command('delete')
      .description(
        'erase what was measured and asked for the checks of an email; who asks next has it done anew',
      ),
    namedEmail,
    async (emailId) => {
      const { withOwnStorage } = await import('./with-storage')
      await withOwnStorage(context, (storage) =>
        perform(context, {
          action: 'checks.delete',
          target: `email:${emailId}`,
          work: async (deps) => {
            const { deleteCheckRows } = await import('@pas/checks/list-check-rows')
            const { checksPrefix } = await import('@pas/checks/storage-keys')
            const { accountId } = await assertEmail(deps, emailId)
            const checksDeleted = await deleteCheckRows(deps, emailId)
            await storage.deletePrefix(checksPrefix(emailId))
            return {
              answer: { checks: checksDeleted },
              details: { account_id: accountId, checks: checksDeleted },
            }
          },
        }),
      )
    },
  )
}

function addList(checks: Command, context: CommandContext): void {
  const list = checks
    .command('list')
    .description('show what is measured and asked, oldest first')
    .option('--account <id>', 'only for emails of this account', integerId)
    .addOption(
      new Option('--name <name>', 'only of this name').choices([
        'contrast',
        'links',
        'spam',
        'report',
      ] satisfies CheckRowName[]),
    )
    .addOption(statusOption(['pending', 'running', 'done', 'failed'] satisfies CheckRowStatus[]))
  withListOptions(list, '--after <check-id>', uuid).action(
    ({ account, name, status, after, limit }: ListOptions) =>
      printList(context, {
        action: 'checks.list',
        target: account === undefined ? 'checks' : `account:${account}`,
        pages: async (deps) => {
          const { findCheckRow, readCheckRows } = await import('@pas/checks/list-check-rows')
          const first = after === undefined ? null : await findCheckRow(deps, after)
          if (after !== undefined && !first)
            throw new AccountsError(
              'check_not_found',
              `There is no check ${after}: check the id, or see 'pas checks list'.`,
            )
          return readCheckRows(deps, { accountId: account, name, status }, { after: first, limit })
        },
        toAnswer: checkRow,
        hint: afterHint(limit, ({ id }) => id),
      }),
  )
}

async function assertEmail(deps: DbDeps, emailId: string): Promise<{ accountId: number }> {
  const { findEmail } = await import('@pas/emails/find-emails')
  const email = await findEmail(deps, { id: emailId })
  if (email) return email
  throw new AccountsError('email_not_found', `There is no email ${emailId}: check the guid.`)
}

const checkRow = (check: ListedCheck): AnswerRow => ({
  check_id: check.id,
  account_id: check.accountId,
  email_guid: check.emailId,
  name: check.name,
  client: check.emailClient || null,
  engine: check.engine,
  status: check.status,
  attempts: check.attempt,
  requested_at: check.requestedAt.toISOString(),
  ended_at: check.endedAt?.toISOString() ?? null,
})
