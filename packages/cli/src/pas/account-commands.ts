import type { Command } from 'commander'
import { integerId } from './option-values'
import { perform, type CommandContext } from './perform'

/** Adds `pas account create`, `disable` and `enable`. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  const account = program.command('account').description("the service's customers")

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

  for (const [verb, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    account
      .command(verb)
      .description(
        disabled
          ? 'shut its keys, applications and users out, and end their sessions and tokens for good; sub-accounts keep their state'
          : 'let it in again: its keys and passwords work, its users sign in anew and its applications authorize anew',
      )
      .requiredOption('--account <id>', "the account's id", integerId)
      .action(async ({ account: id }: { account: number }) => {
        const { markAccountDisabled, setAccountDisabled } = await import('@pas/accounts/set-account-disabled')
        await perform(context, {
          action: `account.${verb}`,
          target: `account:${id}`,
          work: async (deps) => {
            if (disabled) await markAccountDisabled(deps, id)
            else await setAccountDisabled(deps, id, false)
            return { answer: {} }
          },
          afterwards: disabled ? (deps) => setAccountDisabled(deps, id, true) : undefined,
        })
      })
  }
}
