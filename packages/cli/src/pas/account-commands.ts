import type { OwnLimits } from '@pas/accounts/account-limits'
import type { AccountFilter } from '@pas/accounts/list-accounts'
import { statusOf } from '@pas/accounts/listed-status'
import type { Command } from 'commander'
import { confirmDeletion } from './confirm'
import { actOn, namedAccount } from './named-thing'
import { bytesLimitValue, integerId, limitValue, statusOption, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'
import type { AnswerRow } from './render-answer'
import { linksEnd } from './share-links'
import { addSwitchCommands, ownOption } from './switch-commands'

/** Adds `pas account create`, `list`, `show`, `limits`, `disable`, `enable` and `delete`. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  const account = program.command('account').description("the service's customers")
  addCreate(account, context)
  addList(account, context)
  addShow(account, context)
  addLimits(account, context)
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
      const { endConsentsOfActors } = await import('@pas/consents/end-consents-of-actors')
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
              ...limitsAnswer(described.limits),
            },
          }
        },
      }),
  )
}

/** An account's own limits as an answer; null where the installation's limit applies. */
const limitsAnswer = (limits: OwnLimits): AnswerRow => ({
  emails_per_minute: limits.emailsPerMinute,
  captures_per_hour: limits.capturesPerHour,
  captures_waiting: limits.capturesWaiting,
  email_bytes_per_hour: limits.emailBytesPerHour,
})

function addLimits(account: Command, context: CommandContext): void {
  const limits = account
    .command('limits')
    .description(
      "show an account's own limits, or change those that are given; '-' is where the installation's applies. The services follow within ten seconds",
    )
    .option(
      '--emails-per-minute <count>',
      "in place of EMAILS_PER_MINUTE; 'unset' goes back to it",
      limitValue,
    )
    .option(
      '--captures-per-hour <count>',
      "in place of CAPTURES_PER_HOUR; 'unset' goes back to it",
      limitValue,
    )
    .option('--captures-waiting <count>', "in place of CAPTURES_WAITING; 'unset' goes back to it", limitValue)
    .option(
      '--email-bytes-per-hour <bytes>',
      "in place of EMAIL_BYTES_PER_HOUR; 'unset' goes back to it",
      bytesLimitValue,
    )
  actOn(limits, namedAccount, (id, options: LimitOptions) => {
    const changes = limitChanges(options)
    const isChange = Object.keys(changes).length > 0
    return perform(context, {
      action: isChange ? 'account.set_limits' : 'account.limits',
      target: `account:${id}`,
      work: async (deps) => {
        const { findAccountLimits, setAccountLimits } = await import('@pas/accounts/account-limits')
        const { getAccount } = await import('@pas/accounts/get-account')
        await getAccount(deps, id)
        const own = isChange ? await setAccountLimits(deps, id, changes) : await findAccountLimits(deps, id)
        return { answer: limitsAnswer(own), ...(isChange && { details: { ...own } }) }
      },
    })
  })
}

type LimitOptions = Partial<Record<keyof OwnLimits, number | 'unset'>>

/** The limits to change: those that were given, with null for `unset`. */
function limitChanges({
  emailsPerMinute,
  capturesPerHour,
  capturesWaiting,
  emailBytesPerHour,
}: LimitOptions): Partial<OwnLimits> {
  const given = Object.entries({
    emailsPerMinute,
    capturesPerHour,
    capturesWaiting,
    emailBytesPerHour,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === 'unset' ? null : value] as const],
  )
  return Object.fromEntries(given)
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
    const { withOwnStorage } = await import('./with-own-storage')
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
            what: `account ${id} (${name}) with ${users} users, ${applications} applications, ${apiKeys} API keys and ${emails} emails with their pictures; ${linksEnd(live)}`,
          })
        },
        work: async (deps) => {
          const { assertNoSubAccounts } = await import('@pas/accounts/assert-no-sub-accounts')
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
