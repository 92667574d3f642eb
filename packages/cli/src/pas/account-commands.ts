import type { AccountFilter } from '@pas/accounts/list-accounts'
import { statusOf } from '@pas/accounts/listed-status'
import type { Command } from 'commander'
import { addAccountLimitsCommand, limitsAnswer } from './account-limits-command'
import { confirmDeletion, describeLinks } from './confirm'
import { actOn, namedAccount } from './named-thing'
import { integerId, statusOption, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'
import { addSwitchCommands, ownOption } from './switch-commands'

export function addAccountCommands(program: Command, context: CommandContext): void {
  const account = program.command('account').description("the service's customers")
  addCreate(account, context)
  addList(account, context)
  addShow(account, context)
  addAccountLimitsCommand(account, context)
  addSwitchCommands(account, context, {
    noun: 'account',
    naming: namedAccount,
    descriptions: {
      disable:
        'shut its keys, applications and users out, and end their sessions and tokens for good; sub-accounts keep their state',
      enable:
        'enable it again: its keys and passwords work, its users sign in again and its applications ask for authorization again',
    },
    refusedTarget: (id) => `account:${id}`,
    refuseOwn: async (deps, id) => {
      const { refuseOwnAccount } = await import('./refuse-own')
      await refuseOwnAccount(deps, id, 'disable')
    },
    load: async () => {
      const { getAccount } = await import('@pas/accounts/get-account')
      const { markAccountDisabled, setAccountDisabled } = await import('@pas/accounts/set-account-disabled')
      const { endConsentsOfActors } = await import('@pas/consents/end-consent')
      return {
        find: async (deps, id) => ({ target: `account:${id}`, ...(await getAccount(deps, id)) }),
        mark: markAccountDisabled,
        set: setAccountDisabled,
        endGiven: (deps, accountId) => endConsentsOfActors({ ...deps, actor: context.actor }, { accountId }),
      }
    },
  })
  addDelete(account, context)
}

function addCreate(account: Command, context: CommandContext): void {
  account
    .command('create')
    .description('make an account, or a sub-account')
    .requiredOption('--name <name>', 'what it is called')
    .option('--parent <id>', 'the account that it is a sub-account of', integerId)
    .action(({ name, parent }: { name: string; parent?: number }) =>
      perform(context, {
        action: 'account.create',
        target: 'account',
        work: async (deps) => {
          const { createAccount } = await import('@pas/accounts/create-account')
          const { id } = await createAccount(deps, { name, parentId: parent })
          return { answer: { account_id: id }, target: `account:${id}` }
        },
      }),
    )
}

interface ListOptions extends Pick<AccountFilter, 'name' | 'status'> {
  parent?: number
  after?: number
  limit?: number
}

function addList(account: Command, context: CommandContext): void {
  const list = account
    .command('list')
    .description('show accounts, oldest first')
    .option('--name <text>', 'only those with this text in their name')
    .option('--parent <id>', 'only the direct sub-accounts of this account', integerId)
    .addOption(statusOption())
  withListOptions(list, '--after <id>', integerId).action(
    ({ name, parent, status, after, limit }: ListOptions) =>
      printList(context, {
        action: 'account.list',
        target: 'accounts',
        pages: async (deps) => {
          const { listAccounts } = await import('@pas/accounts/list-accounts')
          return listAccounts(deps, { name, parentId: parent, status }, { afterId: after, limit })
        },
        toAnswer: (row) => ({
          account_id: row.id,
          name: row.name,
          kind: row.kind,
          parent_id: row.parentId,
          status: statusOf(row),
          created_at: row.createdAt.toISOString(),
        }),
        hint: afterHint(limit, ({ id }) => id),
      }),
  )
}

function addShow(account: Command, context: CommandContext): void {
  actOn(
    account.command('show').description('show an account, what belongs to it, and its limits'),
    namedAccount,
    (id) =>
      perform(context, {
        action: 'account.show',
        target: `account:${id}`,
        work: async (deps) => {
          const { describeAccount } = await import('@pas/accounts/describe-account')
          const { countChecksUnderWay } = await import('@pas/checks/list-check-rows')
          const { countEmails } = await import('@pas/emails/find-emails')
          const described = await describeAccount(deps, id)
          return {
            answer: {
              account_id: id,
              name: described.name,
              kind: described.kind,
              parent_id: described.parentId,
              sub_accounts: described.subAccountIds,
              status: statusOf(described),
              disabled_at: described.disabledAt?.toISOString() ?? null,
              created_at: described.createdAt.toISOString(),
              users: described.users,
              applications: described.applications,
              api_keys: described.apiKeys,
              emails: await countEmails(deps, { accountId: id }),
              checks_under_way: await countChecksUnderWay(deps, id),
              ...limitsAnswer(described.limits),
            },
          }
        },
      }),
  )
}

function addDelete(account: Command, context: CommandContext): void {
  const deletion = account
    .command('delete')
    .description(
      'delete an account with its users, applications, keys, emails, pictures, share links and usage, for good; in the audit trail its number stays',
    )
    .option('--own', ownOption)
    .option('--yes', 'do not ask')
  actOn(deletion, namedAccount, async (id, { own, yes }: { own?: boolean; yes?: boolean }) => {
    const { deleteAccount } = await import('@pas/retention/delete-account')
    const { withOwnStorage } = await import('./with-storage')
    const { countLiveShares } = await import('@pas/shares/end-shares')
    let links = 0
    await withOwnStorage(context, (storage) =>
      perform(context, {
        action: 'account.delete',
        target: `account:${id}`,
        before: async (deps) => {
          const { describeAccount } = await import('@pas/accounts/describe-account')
          const { refuseOwnAccount } = await import('./refuse-own')
          if (!own) await refuseOwnAccount(deps, id, 'delete')
          const { countEmails } = await import('@pas/emails/find-emails')
          const { name, users, applications, apiKeys } = await describeAccount(deps, id)
          const emails = await countEmails(deps, { accountId: id })
          const live = await countLiveShares(deps, { accountId: id })
          await confirmDeletion(context, {
            yes,
            name: String(id),
            what: `account ${id} (${name}) with ${users} users, ${applications} applications, ${apiKeys} API keys and ${emails} emails with their pictures; ${describeLinks(live)}`,
          })
        },
        work: async (deps) => {
          const { assertNoSubAccounts } = await import('@pas/accounts/get-account')
          const { markAccountDisabled } = await import('@pas/accounts/set-account-disabled')
          await assertNoSubAccounts(deps, id)
          links = await countLiveShares(deps, { accountId: id })
          await markAccountDisabled(deps, id)
          return { answer: {}, details: { account_id: id, links } }
        },
        afterwards: async (deps) => {
          const { setAccountDisabled } = await import('@pas/accounts/set-account-disabled')
          await setAccountDisabled(deps, id, true)
          const { signal } = new AbortController()
          const { emails } = await deleteAccount({ ...deps, storage, signal, actor: context.actor }, id)
          return { deleted: `account:${id}`, emails, links }
        },
      }),
    )
  })
}
