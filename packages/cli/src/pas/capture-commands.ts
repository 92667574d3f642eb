import type { Command } from 'commander'
import { perform, type CommandContext } from './perform'

export function addCaptureCommands(program: Command, context: CommandContext): void {
  const captures = program.command('captures').description('captures that wait, are under way or failed')
  captures
    .command('stats')
    .description('how many captures of each engine wait, are under way and failed')
    .action(() =>
      perform(context, {
        action: 'captures.stats',
        target: 'captures',
        work: async (deps) => {
          const { countCaptures } = await import('@pas/captures/count-captures')
          const { emailClients } = await import('@pas/email-clients/catalogue')
          const engines = [...new Set(emailClients.map(({ engine }) => engine))]
          return { answer: (await countCaptures(deps, engines)).map((count) => ({ ...count })) }
        },
      }),
    )
  captures
    .command('retry-failed')
    .description('try failed captures again, of emails that still take captures')
    .action(async () => {
      const { REDIS_URL, REDIS_PREFIX: prefix = 'pas' } = await context.readEnvironment()
      const { requestCaptures } = await import('@pas/captures/request-captures')
      const { retryFailed } = await import('@pas/captures/retry-failed')
      const { withCaptureQueues, withRedis } = await import('./with-redis')
      await withRedis(REDIS_URL, (redisConnection) =>
        perform(context, {
          action: 'captures.retry_failed',
          target: 'captures',
          work: async (deps) => {
            const captures = await retryFailed(deps)
            const engines = [...new Set(captures.map(({ engine }) => engine))]
            await withCaptureQueues({ redisConnection, prefix }, engines, (captureQueues) =>
              requestCaptures(captureQueues, captures),
            )
            const retried = captures.length
            return { answer: { retried }, details: { retried } }
          },
        }),
      )
    })
}
