import type { Command } from 'commander'
import { perform, type CommandContext } from './perform'
import { withRedis } from './with-redis'

/** What these two need is loaded when they run: it is most of the program, and no other command needs it. */
export function addCaptureCommands(program: Command, context: CommandContext): void {
  const captures = program.command('captures').description('previews on their way')
  captures
    .command('stats')
    .description('how many captures of each engine wait, are under way and failed')
    .action(() =>
      perform(context, {
        action: 'captures.stats',
        target: 'captures',
        work: async (deps) => {
          const { countCaptures } = await import('@pas/api/jobs/count-captures')
          return { answer: (await countCaptures(deps)).map((count) => ({ ...count })) }
        },
      }),
    )
  captures
    .command('retry-failed')
    .description('try failed captures again, of emails that still take captures')
    .action(() => {
      const { REDIS_URL, REDIS_PREFIX: prefix = 'pas' } = context.readEnvironment()
      return withRedis(REDIS_URL, (redisConnection) =>
        perform(context, {
          action: 'captures.retry_failed',
          target: 'captures',
          work: async (deps) => {
            const { retryFailedCaptures } = await import('@pas/api/jobs/retry-failed-captures')
            const retried = await retryFailedCaptures({ ...deps, redisConnection, prefix })
            return { answer: { retried }, details: { retried } }
          },
        }),
      )
    })
}
