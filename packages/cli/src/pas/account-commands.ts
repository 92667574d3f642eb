import type { AccountFilter } from '@pas/accounts/list-accounts'
import { statusOf } from '@pas/accounts/listed-status'
import type { Command } from 'commander'
import { addAccountLimitsCommand, limitsAnswer } from './account-limits-command'
import { describeLinks } from './confirm'
import { countEmails, countLiveShares, getAccount } from './looked-up'
import { namedAccount } from './named-thing'
import { addNoun, type Noun } from './noun'
import { integerId, option, required, statusOption } from './option-values'
import type { CommandContext } from './perform'
import { answerRow } from './render-answer'
import { addSwitchCommands, ownOption } from './switch-commands'

export function addAccountCommands(program: Command, context: CommandContext): void {
  const account = addNoun(program, context, { name: 'account', about: "the service's customers" })
  account.verb({
    verb: 'create',
    about: 'make an account, or a sub-account',
    options: [
      required('--name <name>', 'what it is called'),
      option('--parent <id>', 'the account that it is a sub-account of', integerId),
    ],
    act: ({ name, parent: parentId }: { name: string; parent?: number }) => ({
      work: async (deps) => {
        const { createAccount } = await import('@pas/accounts/create-account')
        const { id } = await createAccount(deps, { name, parentId })
        return { answer: { account_id: id }, target: `account:${id}` }
      },
    }),
  })
  account.list({
    about: 'show accounts, oldest first',
    options: [
      option('--name <text>', 'only those with this text in their name'),
      option('--parent <id>', 'only the direct sub-accounts of this account', integerId),
      statusOption(),
    ],
    after: { argument: 'id', parse: integerId },
    find: (_deps, id) => ({ id }),
    read: async (deps, { parent: parentId, ...filter }: AccountFilter & { parent?: number }, part) => {
      const { listAccounts } = await import('@pas/accounts/list-accounts')
      return listAccounts(deps, { parentId, ...filter }, part)
    },
    row: ({ id: accountId, name, kind, parentId, createdAt, ...row }) =>
      answerRow({ accountId, name, kind, parentId, status: statusOf(row), createdAt }),
  })
  addShow(account)
  addAccountLimitsCommand(account)
  addSwitchCommands(account, namedAccount, {
    about: {
      disable:
        'shut its keys, applications and users out, and end their sessions and tokens for good; sub-accounts keep their state',
      enable:
        'enable it again: its keys and passwords work, its users sign in again and its applications ask for authorization again',
    },
    refuseOwn: (own, deps, id) => own.refuseOwnAccount(deps, id, 'disable'),
    load: async () => {
      const { markAccountDisabled, setAccountDisabled } = await import('@pas/accounts/set-account-disabled')
      const { endConsentsOfActors } = await import('@pas/consents/end-consent')
      return {
        get: getAccount,
        mark: markAccountDisabled,
        set: setAccountDisabled,
        endGiven: (deps, accountId) => endConsentsOfActors(deps, { accountId }),
      }
    },
  })
  addDelete(account)
}

function addShow(account: Noun): void {
  account.on(namedAccount, {
    verb: 'show',
    about: 'show an account, what belongs to it, and its limits',
    act: (id) => ({
      work: async (deps) => {
        const { describeAccount } = await import('@pas/accounts/describe-account')
        const { countChecksUnderWay } = await import('@pas/checks/list-check-rows')
        const { limits, subAccountIds: subAccounts, ...described } = await describeAccount(deps, id)
        const emails = await countEmails(deps, { accountId: id })
        const checksUnderWay = await countChecksUnderWay(deps, id)
        const { name, kind, parentId } = described
        const about = { accountId: id, name, kind, parentId, subAccounts, status: statusOf(described) }
        return limitsAnswer(deps, limits, { ...about, ...described, id: undefined, emails, checksUnderWay })
      },
    }),
  })
}

function addDelete(account: Noun): void {
  account.deletion(namedAccount, {
    about:
      'delete an account with its users, applications, keys, emails, pictures, share links and usage, for good; in the audit trail its number stays',
    options: [ownOption()],
    act: async (id, { own }: { own?: boolean }) => {
      const { describeAccount } = await import('@pas/accounts/describe-account')
      const { assertNoSubAccounts } = await import('@pas/accounts/get-account')
      const { markAccountDisabled, setAccountDisabled } = await import('@pas/accounts/set-account-disabled')
      const { deleteAccount } = await import('@pas/retention/delete-account')
      const { refuseOwnAccount } = await import('./refuse-own')
      let links = 0
      return {
        confirm: async (deps) => {
          await deps.stores.ownStorage(deps)
          if (!own) await refuseOwnAccount(deps, id, 'delete')
          const { name, users, applications, apiKeys } = await describeAccount(deps, id)
          const emails = await countEmails(deps, { accountId: id })
          const live = describeLinks(await countLiveShares(deps, { accountId: id }))
          const what = `account ${id} (${name}) with ${users} users, ${applications} applications, ${apiKeys} API keys and ${emails} emails with their pictures; ${live}`
          return { name: String(id), what }
        },
        work: async (deps) => {
          await assertNoSubAccounts(deps, id)
          links = await countLiveShares(deps, { accountId: id })
          await markAccountDisabled(deps, id)
          return { answer: {}, details: { account_id: id, links } }
        },
        afterwards: async (deps) => {
          await setAccountDisabled(deps, id, true)
          const { emails } = await deleteAccount({ ...deps, storage: await deps.stores.storage() }, id)
          return { deleted: `account:${id}`, emails, links }
        },
      }
    },
  })
}
