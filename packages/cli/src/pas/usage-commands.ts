import { Option, type Command } from 'commander'
import { integerId } from './option-values'
import { perform, type CommandContext } from './perform'

/** Adds `pas usage`. */
export function addUsageCommands(program: Command, context: CommandContext): void {
  program
    .command('usage')
    .description('emails and captures of an account by day (UTC), as far back as they are kept')
    .requiredOption('--account <id>', "the account's id", integerId)
    .addOption(new Option('--by <what>', "split by the partner's own end_user_id").choices(['end-user']))
    .action(({ account, by }: { account: number; by?: 'end-user' }) =>
      perform(context, {
        action: 'usage.list',
        target: `account:${account}`,
        work: async (deps) => {
          const { listUsage } = await import('@pas/accounts/list-usage')
          const days = await listUsage(deps, account, { byEndUser: by === 'end-user' })
          return {
            answer: days.map(({ day, endUserId, emails, captures }) =>
              by === 'end-user'
                ? { day, end_user_id: endUserId, emails, captures }
                : { day, emails, captures },
            ),
          }
        },
      }),
    )
}
