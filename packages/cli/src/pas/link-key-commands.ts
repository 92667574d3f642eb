import type { Command } from 'commander'
import { perform, type CommandContext } from './perform'

export function addLinkKeyCommands(program: Command, context: CommandContext): void {
  program
    .command('link-key')
    .description('the key that signs client settings links')
    .command('rotate')
    .description('sign with a new key; links signed with the one before it stay good, older ones end')
    .option('--force', 'also within 7 days of the last rotation, when links that are still valid would end')
    .action(({ force = false }: { force?: boolean }) =>
      perform(context, {
        action: 'link_key.rotate',
        target: 'link_key',
        work: async (deps) => {
          const { rotateLinkKey } = await import('@pas/accounts/link-keys')
          const kid = await rotateLinkKey(deps, { force })
          return { answer: { kid }, target: `link_key:${kid}`, details: { force } }
        },
      }),
    )
}
